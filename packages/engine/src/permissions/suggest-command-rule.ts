import type { CommandPart } from './shell/command-part.ts'

/** The rule that would allow this kind of command: its name with its subcommand, or the whole of it where less would allow too much. */
export function suggestCommandRule(
  { words, raw, assignments, redirections }: CommandPart,
  { isUnderstood, toolName }: { readonly isUnderstood: boolean; readonly toolName: string },
): string[] {
  const [first, ...rest] = words.map(({ text }) => text)
  if (first === undefined) return []
  const isPlainName = /^[\w.+-]+$/.test(first) && assignments.length === 0
  if (isUnderstood && isPlainName && !BROAD_COMMANDS.has(first)) {
    const depth = DEPTHS[`${first} ${rest[0]}`] ?? DEPTHS[first] ?? 1
    const prefix = [first, ...rest].slice(0, depth)
    if (
      prefix.every(word => /^[\w./:@+-]+$/.test(word)) &&
      prefix.slice(1).every(word => !word.startsWith('-'))
    )
      return [`${toolName}(${prefix.join(' ')}:*)`]
  }
  const isExact = redirections.length === 0 && !/[\p{Cc}*]|:\*$/u.test(raw) && raw.length <= LONGEST_RULE
  return isExact ? [`${toolName}(${raw})`] : []
}

/** How many words make a command what it is. */
const DEPTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'git npm pnpm yarn bun cargo go docker podman kubectl helm gh glab pip pip3 poetry uv brew apt apt-get systemctl terraform aws gcloud az dotnet mvn gradle make rails bundle composer deno nx turbo lerna'
      .split(' ')
      .map(name => [name, 2]),
  ),
  'npm run': 3,
  'pnpm run': 3,
  'yarn run': 3,
  'bun run': 3,
  'git remote': 3,
  'git stash': 3,
  'docker compose': 3,
  'gh pr': 3,
  'gh issue': 3,
}

/** Commands of which a prefix would allow nearly everything. */
const BROAD_COMMANDS: ReadonlySet<string> = new Set(
  'rm python python3 node ruby perl php deno bun lua awk sed dd chmod chown mkfs kill killall crontab curl wget nc'.split(
    ' ',
  ),
)

const LONGEST_RULE = 1000
