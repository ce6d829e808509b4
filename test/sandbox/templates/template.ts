/** A stored launch configuration (specification, Template). */
export interface Template {
  id: number;
  /** Derived from the content; another one after every edit. */
  hashId: string;
  creatorId: number;
  /** Epoch seconds. */
  createdAt: number;
  /** Epoch seconds of the last instance made from it. */
  recentCreateDate: number | undefined;
  /** Instances made from it. */
  countCreated: number;
  recommended: boolean;
  /** Grows with every edit, so that even an edit that changes nothing gets a new hash. */
  revision: number;
  content: TemplateContent;
}

/** What a template's creator says, in the names of the interface. */
export interface TemplateContent {
  name: string;
  image: string;
  tag: string;
  desc: string;
  readme: string;
  /** Docker flags. */
  env: string;
  onstart: string;
  runtype: 'ssh' | 'jupyter' | 'args';
  args_str: string;
  ssh_direct: boolean;
  use_ssh: boolean;
  jup_direct: boolean;
  jupyter_dir: string | null;
  use_jupyter_lab: boolean;
  docker_login_repo: string;
  docker_login_user: string;
  docker_login_pass: string;
  href: string;
  repo: string;
  extra_filters: Record<string, unknown>;
  /** GB. */
  recommended_disk_space: number;
  private: boolean;
  volume_info: Record<string, unknown> | null;
}
