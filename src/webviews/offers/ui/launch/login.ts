import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { LaunchAction } from '../../../../domain/launch/form/paneAction';
import type { ControlViewOf } from '../../../../domain/launch/form/paneView';
import { button, textOf } from './surface';

/** The login at the registry of a private image. The password is sent once and not kept. */
export class LaunchLogin extends LitElement {
  static override properties = {
    login: { attribute: false },
    words: { attribute: false },
    send: { attribute: false },
  };
  declare login: ControlViewOf<'login'>;
  /** The login in use, in words. */
  declare words: string;
  declare send: (action: LaunchAction) => void;
  #registry: string | undefined;
  #user: string | undefined;
  #password = '';
  /** Something was typed since the last login was sent. */
  #isTyped = false;

  /** The styles are those of the pane. */
  override createRenderRoot(): this {
    return this;
  }

  /** Sends what was typed and not set, or takes the problem back if it was deleted again. */
  finish(): void {
    if (!this.#isTyped) return;
    const { registry, user } = this.login;
    const isChanged = (this.#registry ?? registry) !== registry || (this.#user ?? user) !== user;
    if (isChanged || this.#password !== '') this.#logIn();
    else this.send({ kind: 'type', key: 'image_login', text: '' });
    this.#isTyped = false;
  }

  override render(): TemplateResult {
    const { registry, user, stored } = this.login;
    return html`
      <p class="hint">${this.words}</p>
      ${this.#input('image_login.registry', l10n.t('Registry'), this.#registry ?? registry, (text) => {
        this.#registry = text;
      })}
      ${this.#input('image_login.user', l10n.t('User name'), this.#user ?? user, (text) => {
        this.#user = text;
      })}
      ${this.#input(
        'image_login.password',
        l10n.t('Password or access token'),
        this.#password,
        (text) => {
          this.#password = text;
        },
        stored ? l10n.t('stored; type a new one to replace it') : '',
      )}
      <div class="row">
        ${button(l10n.t('Set Login'), () => this.#logIn())}
        ${stored ? button(l10n.t('Remove Login'), () => this.send({ kind: 'removeLogin' })) : nothing}
      </div>
    `;
  }

  #input(
    name: string,
    label: string,
    value: string,
    take: (text: string) => void,
    placeholder = '',
  ): TemplateResult {
    return html`<div class="row">
      <span class="name">${label}</span>
      <vscode-textfield
        name=${name}
        type=${name === 'image_login.password' ? 'password' : 'text'}
        autocomplete="off"
        placeholder=${placeholder}
        .label=${label}
        .value=${value}
        @input=${(event: Event) => {
          take(textOf(event));
          this.#isTyped = true;
          // What is drawn must know of it, or it could not be emptied.
          this.requestUpdate();
        }}
      ></vscode-textfield>
    </div>`;
  }

  #logIn(): void {
    this.#isTyped = false;
    const { registry, user } = this.login;
    this.send({
      kind: 'logIn',
      registry: this.#registry ?? registry,
      user: this.#user ?? user,
      password: this.#password,
    });
    this.#password = '';
    this.requestUpdate();
  }
}

customElements.define('launch-login', LaunchLogin);
