import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import type { Volume } from '../../api/schemas/volume';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import type { LaunchView } from '../../domain/launch/form/paneView';
import { ignore, instead } from '../../log/log';
import { type ProjectLaunch, projectLaunches } from '../../stores/launch/projectLaunches';
import type { Services } from '../services';

/** What the pane of a launch offers to choose from. Each list comes when it is loaded. */
export class PaneLists {
  readonly #services: Services;
  readonly #changed: () => void;
  readonly #subscription: { dispose(): void };
  #fromProjects: readonly ProjectLaunch[] = [];
  volumes: readonly Volume[] | undefined = [];

  constructor(services: Services, changed: () => void) {
    const { templates, launches, volumes, log } = services;
    this.#services = services;
    this.#changed = changed;
    this.#subscription = launches.onDidChange(() => this.#changed());
    const why = 'the list is left out, and everything else can be filled in';
    void templates.load().then(changed, ignore(log, why));
    void volumes
      .listed()
      .catch(instead(log, why, undefined))
      .then((listed) => {
        this.volumes = listed;
        changed();
      });
    void projectLaunches()
      .catch(instead(log, why, []))
      .then((found) => {
        this.#fromProjects = found;
        changed();
      });
  }

  get templates(): readonly Template[] {
    return this.#services.templates.known();
  }

  /** Own launches first, then those of the workspace's folders. */
  get saved(): LaunchView['saved'] {
    return this.#launches.map((launch, index) => ({
      id: `${index}/${launch.name}`.slice(0, 100),
      name: plainText(launch.name, 60),
      ...('folder' in launch ? { folder: plainText(launch.folder, 60) } : {}),
    }));
  }

  /** Undefined if the list is another one by now. */
  launchWith(id: string): SavedLaunch | undefined {
    return this.#launches[this.saved.findIndex((one) => one.id === id)];
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  get #launches(): readonly (SavedLaunch | ProjectLaunch)[] {
    return [...this.#services.launches.saved, ...this.#fromProjects];
  }
}
