import { TwoFactorApp } from './app';

customElements.define('panel-app', TwoFactorApp);
