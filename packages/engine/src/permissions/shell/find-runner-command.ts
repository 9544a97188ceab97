import type { ShellWord } from './shell-command.ts'

/** The words behind `npm exec`, `docker run`, `uv run` and the like, somewhere in which a command begins; null for anything else. */
export function findRunnerCommand(name: string, words: readonly ShellWord[]): readonly ShellWord[] | null {
  const subcommands = Object.hasOwn(RUNNING_SUBCOMMANDS, name) ? RUNNING_SUBCOMMANDS[name] : undefined
  if (subcommands === undefined) return null
  const begin = words.findIndex(({ text }, index) => index > 0 && subcommands.split(' ').includes(text))
  return begin === -1 ? null : words.slice(begin)
}

/** What `npm exec -c '…'` hands to a shell. */
export function listRunnerScripts(words: readonly ShellWord[]): string[] {
  return words.flatMap(({ text }, index) => {
    const glued = /^--call=(?<script>.*)$/s.exec(text)?.groups?.script
    if (glued !== undefined) return [glued]
    const next = words[index + 1]
    return (text === '-c' || text === '--call' || text === '--command') && next !== undefined
      ? [next.text]
      : []
  })
}

const RUNNING_SUBCOMMANDS: Readonly<Record<string, string>> = {
  npm: 'exec x',
  pnpm: 'exec dlx',
  yarn: 'exec dlx',
  bun: 'x',
  uv: 'run',
  poetry: 'run',
  pipenv: 'run',
  hatch: 'run',
  conda: 'run',
  mamba: 'run',
  bundle: 'exec',
  docker: 'exec run',
  podman: 'exec run',
  'docker-compose': 'exec run',
  kubectl: 'exec run',
  ip: 'exec',
  nix: 'run develop shell',
  opam: 'exec',
  rustup: 'run',
  cmake: '-E',
}
