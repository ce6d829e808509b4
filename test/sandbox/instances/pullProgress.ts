const layers = ['6e909acdb790', '3c1f2a9be0d4', 'b7f3d2c81a55', '0a4e9c6d7f12', 'e81f5c0b93aa'];

/**
 * What Docker says at one moment of pulling an image.
 * @param done 0 to 1
 */
export function pullProgress(image: string, done: number): string {
  if (done <= 0) return `${image}: Pulling from ${image.split(':')[0] ?? image}\n`;
  if (done >= 1) return `Status: Downloaded newer image for ${image}\n`;
  const position = done * layers.length;
  const layer = layers[Math.floor(position)] ?? '';
  const within = position - Math.floor(position);
  if (within > 0.9) return `${layer}: Pull complete\n`;
  if (within > 0.7) return `${layer}: Extracting [${bar((within - 0.7) / 0.2)}]\n`;
  const total = 380 + Math.floor(position) * 210;
  return `${layer}: Downloading [${bar(within / 0.7)}] ${((within / 0.7) * total).toFixed(1)}MB/${total}MB\n`;
}

function bar(done: number): string {
  const filled = Math.round(Math.min(1, done) * 30);
  return '='
    .repeat(filled)
    .padEnd(filled < 30 ? filled + 1 : filled, '>')
    .padEnd(30);
}
