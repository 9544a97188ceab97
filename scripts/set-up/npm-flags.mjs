/** However a person has set up npm for their own projects, this one is installed, and its lock made, as it needs it. */
export const NPM_FLAGS = [
  ...['--no-audit', '--no-fund', '--no-progress', '--no-color', '--heading=npm'],
  // Nothing that we use needs its install script.
  '--ignore-scripts',
  ...['--include=optional', '--include=peer', '--workspaces', '--include-workspace-root'],
  ...['--install-strategy=hoisted', '--no-legacy-peer-deps', '--no-engine-strict', '--no-global'],
  ...['--no-dry-run', '--package-lock'],
]
