/** What the service's hosts are known to say in `status_msg` when a container doesn't start. Docker's own words. */
export const startFailures: readonly string[] = [
  'Error response from daemon: failed to create task for container: OCI runtime create failed: permission denied\n',
  'Error response from daemon: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: error running hook #0: nvidia-container-cli: device error: unknown device id: unknown\n',
  'Error response from daemon: pull access denied for nobody/private, repository does not exist or may require docker login\n',
  'Error response from daemon: manifest for pytorch/pytorch:no-such-tag not found: manifest unknown\n',
  'Error response from daemon: toomanyrequests: You have reached your pull rate limit.\n',
  'failed to register layer: write /usr/lib/libcudnn.so: no space left on device\n',
  'Error response from daemon: driver failed programming external connectivity: Bind for 0.0.0.0:41022 failed: port is already allocated\n',
];
