/** Options that name a file to write. */
export const OUTPUT_OPTIONS: Readonly<
  Record<string, { readonly long: readonly string[]; readonly short: string }>
> = {
  git: { long: ['output', 'output-directory'], short: '' },
  sort: { long: ['output'], short: 'o' },
  tree: { long: [], short: 'o' },
  curl: { long: ['output', 'dump-header', 'cookie-jar', 'trace', 'output-dir'], short: 'o' },
  wget: { long: ['output-document', 'output-file', 'directory-prefix'], short: 'O' },
}

/** Long options, each by any clear beginning, that name a program or what can. */
export const LONG_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: [
    'exec',
    'ext-diff',
    'open-files-in-pager',
    'upload-pack',
    'receive-pack',
    'extcmd',
    'no-index',
    'config',
    'template',
  ],
  sort: ['compress-program'],
  rg: ['pre', 'hostname-bin'],
  tar: [
    'to-command',
    'checkpoint-action',
    'use-compress-program',
    'rsh-command',
    'info-script',
    'new-volume-script',
  ],
  rsync: ['rsh', 'rsync-path'],
  split: ['filter'],
  cpio: ['rsh-command'],
  wget: ['use-askpass', 'execute'],
  man: ['pager', 'html'],
  zip: ['unzip-command'],
  make: ['eval', 'file', 'makefile'],
  npm: ['prefix', 'script-shell', 'userconfig', 'globalconfig', 'node-options'],
  pnpm: ['prefix', 'dir', 'script-shell', 'shell-emulator'],
  yarn: ['cwd', 'script-shell'],
  cargo: ['config', 'manifest-path'],
  less: ['lesskey-content'],
}

/** Words that mean it only as they stand. */
export const EXACT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  find: ['-delete', '-fprint', '-fprint0', '-fprintf', '-fls', '-exec', '-execdir', '-ok', '-okdir'],
  zip: ['-TT'],
  vim: ['--cmd'],
  nvim: ['--cmd'],
  make: ['SHELL', '.SHELLFLAGS', 'MAKEFLAGS'],
  go: ['-exec', '-toolexec', '--exec', '--toolexec', '-vettool', '-overlay'],
}

/** Short options, alone or in a bundle, that name a program or a file of settings that can. */
export const HELPER_LETTERS: Readonly<Record<string, string>> = {
  tar: 'IF',
  rsync: 'e',
  scp: 'SoF',
  sftp: 'SoFD',
  make: 'fE',
  man: 'PH',
  wget: 'e',
  vim: 'cSs',
  nvim: 'cSs',
  vi: 'cSs',
  view: 'cSs',
  ex: 'cSs',
}
