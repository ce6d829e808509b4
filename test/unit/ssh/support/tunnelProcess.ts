// A process that opens a tunnel and prints its local port: `node <bundle> <end> <remote port> <ssh arguments…>`. With
// "exit" as its end it then ends by itself; else it stays until it is killed.
import { openTunnel } from '../../../../src/ssh/tunnel/tunnel';

const [end, remotePort, ...args] = process.argv.slice(2);

void openTunnel({ args, remotePort: Number(remotePort) }).then(({ localPort }) => {
  process.stdout.write(String(localPort), () => {
    if (end === 'exit') process.exit(0);
    setInterval(() => undefined, 60_000);
  });
});
