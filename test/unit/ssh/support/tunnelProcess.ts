// A process that opens a tunnel, prints its local port, and ends: `node <bundle> <remote port> <ssh arguments…>`.
import { openTunnel } from '../../../../src/ssh/tunnel';

const [remotePort, ...args] = process.argv.slice(2);

void openTunnel({ args, remotePort: Number(remotePort) }).then(({ localPort }) => {
  process.stdout.write(String(localPort), () => process.exit(0));
});
