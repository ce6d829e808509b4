const needsSsh = 'asks the real ssh, sh, openssl or ssh-keygen, which Wine doesn’t have';
const needsShell = 'runs a shell script, which Wine can’t';
const needsFetch = 'uses the fetch that Node has built in, which doesn’t connect under Wine';
const posixPaths = 'expects paths or modes of POSIX systems';
const tooSlow =
  'computes or compares thousands of cases, which takes minutes here and is the same on every system';
const replaced = 'is about a file that is replaced, and on Windows such a file is written in place';

/** Tests that the Windows lane leaves out: a whole file, or those whose names contain one of the texts; and why. */
export const leftOut: readonly { file: string; tests?: readonly string[]; why: string }[] = [
  { file: 'test/unit/commands/runs/fetchSoFar.test.ts', why: needsShell },
  { file: 'test/unit/connect/keys/createKey.test.ts', why: needsSsh },
  { file: 'test/unit/connect/keys/offerKey.test.ts', why: needsSsh },
  { file: 'test/unit/connect/loginCheck.test.ts', why: needsSsh },
  { file: 'test/unit/domain/stops/stopInOnstart.test.ts', why: needsFetch },
  {
    file: 'test/unit/domain/money/ledger/books.test.ts',
    tests: ['in 500 histories'],
    why: tooSlow,
  },
  { file: 'test/unit/log/canary.test.ts', why: tooSlow },
  { file: 'test/unit/stores/neverBlind.test.ts', why: tooSlow },
  {
    file: 'test/unit/files/lock.test.ts',
    tests: ['is taken away though a process was killed while it did that'],
    why: 'opens the stale file meanwhile, which Windows then keeps until its last reader closes it',
  },
  { file: 'test/unit/ssh/config/configPaths.test.ts', tests: ['resolveConfigFile'], why: posixPaths },
  {
    file: 'test/unit/ssh/config/includeBlock.test.ts',
    tests: ['a file that is refused for its quotes'],
    why: needsSsh,
  },
  { file: 'test/unit/ssh/property.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/diagnosis/diagnose.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/run/readCommand.test.ts', why: needsSsh },
  {
    file: 'test/unit/ssh/run/remoteCommand.test.ts',
    tests: ['are read by OpenSSH', 'the folder of a command'],
    why: needsSsh,
  },
  { file: 'test/unit/ssh/run/sharedConnections.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/run/spawnTied.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/runs/restarts.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/runs/runs.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/runs/shells.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/stops/shells.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/stops/stopOnMachine.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/nodes/addresses.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/nodes/nodes.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/sweeps/engine.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/transfer/breaks.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/transfer/download.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/transfer/sameCopies.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/transfer/farTree.test.ts', why: needsShell },
  {
    file: 'test/unit/ssh/transfer/names.test.ts',
    tests: ['brings any names', 'writes through no link', 'reads the sums'],
    why: 'makes files with names that Windows can’t hold, and sends them to a real sshd',
  },
  {
    file: 'test/unit/ssh/transfer/nearTree.test.ts',
    tests: ['leaves out what git ignores', 'copies a folder that git ignores'],
    why: 'asks git, which Wine doesn’t have',
  },
  { file: 'test/unit/ssh/transfer/upload.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/tunnel/tunnel.test.ts', why: needsSsh },
  {
    file: 'test/unit/ssh/run/sshCommand.test.ts',
    tests: ['gives a POSIX shell exactly the arguments'],
    why: needsShell,
  },
  { file: 'test/unit/ssh/keys/publicKeyFile.test.ts', why: needsSsh },
  { file: 'test/unit/ssh/keys/knownHosts.test.ts', tests: ['recognises hashed names'], why: needsSsh },
  { file: 'test/unit/ssh/login/probe.test.ts', tests: ['reads the banner of a real sshd'], why: needsSsh },
  {
    file: 'test/unit/ssh/run/besideSsh.test.ts',
    tests: ['is taken from the PATH where ssh has none'],
    why: posixPaths,
  },
  { file: 'test/unit/ssh/tunnel/plainPort.test.ts', tests: ['a web server behind a tunnel'], why: needsSsh },
  { file: 'test/unit/stores/account/files.test.ts', tests: ['can be read by nobody else'], why: posixPaths },
  {
    file: 'test/unit/stores/watches/watchStore.test.ts',
    tests: ['can be read by nobody else'],
    why: posixPaths,
  },
  {
    file: 'test/unit/ssh/files/lock.test.ts',
    tests: ['lets one action run at a time'],
    why: 'twenty wait for one lock, for as long as Wine takes to delete a file that others read',
  },
  {
    file: 'test/unit/ssh/config/configFile.test.ts',
    tests: ['says to ssh exactly what is meant'],
    why: needsSsh,
  },
  { file: 'test/unit/ssh/config/ensureFound.test.ts', tests: ['the real ssh'], why: needsSsh },
  { file: 'test/unit/ssh/config/owners.test.ts', tests: ['are one to ssh'], why: needsSsh },
  {
    file: 'test/unit/ssh/config/userConfig.test.ts',
    tests: [
      'make the alias work for ssh',
      'leave every other host as it was',
      'work in a folder with blanks',
      'repair modes that would make ssh stop',
      'drops the entry of an instance that stopped',
      'takes over a new port',
      'does not take the place of what is asked for',
    ],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/config/userConfig.test.ts',
    tests: ['make folders 0700 and files 0600', 'that no ssh config line can name'],
    why: posixPaths,
  },
  {
    file: 'test/unit/ssh/machine.test.ts',
    tests: [
      'what a real machine tells',
      'a real machine on which no window can open',
      'is read between any noise',
    ],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/files/ensureInclude.test.ts',
    tests: [
      'does not make ssh read',
      'ssh goes on working for every host',
      'the same when the block was there first',
      'a healthy disk keeps the block',
    ],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/files/ensureInclude.test.ts',
    tests: [
      'keeps a copy of the file as it was',
      'keeps the mode of the file',
      'behind another link',
      'does not make somebody else',
      'writes ~ only where',
      'refuses the folder name',
    ],
    why: posixPaths,
  },
  {
    file: 'test/unit/ssh/keys/keys.test.ts',
    tests: ['fileOfKey', 'ownKeys', 'is where ssh-keygen puts the key', 'that ssh-keygen prints'],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/keys/localKeys.test.ts',
    tests: ['are those that ssh offers', 'have a sentence for a file'],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/login/login.test.ts',
    tests: [
      'a login on a real sshd',
      'does not wait for a ProxyCommand',
      'says refused for a closed port',
      'says closed when',
      'says timeout when',
    ],
    why: needsSsh,
  },
  {
    file: 'test/unit/ssh/files/safeWrite.test.ts',
    tests: ['creates a missing file with mode', 'keeps mode', 'symbolic link'],
    why: posixPaths,
  },
  {
    file: 'test/unit/ssh/files/safeWrite.test.ts',
    tests: ['keeps both versions', 'when it cannot be edited'],
    why: replaced,
  },
  { file: 'test/unit/ssh/files/inPlace.test.ts', tests: ['is found by a second look'], why: replaced },
  {
    file: 'test/unit/domain/launch/onstart.test.ts',
    tests: [
      'in SSH sessions',
      'by its own interpreter',
      'turns the automatic tmux off',
      'it runs as it would have',
      'when it compresses, too',
    ],
    why: needsShell,
  },
  {
    file: 'test/unit/ssh/files/faults.test.ts',
    why: `${replaced}, with whose faults inPlace.test.ts deals`,
  },
];
