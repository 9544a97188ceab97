import { realpathSync } from 'node:fs'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { type ChatKit, isResult } from '../chat-kit.ts'
import { createHeadlessKit, type HeadlessKit } from '../headless-kit.ts'
import { type Ran, runHere } from '../test-io.ts'

/** Nothing that a folder holds may take longer than this. */
export const PATIENCE_MS = 45_000

/** A model that looks at everything: in the folder, after a step into `docs`, and by the tools that search. */
export const CURIOUS: readonly ScriptReply[] = [
  { calls: [{ name: 'Bash', input: { command: 'cd docs' } }] },
  {
    calls: [
      ...['git status', 'git diff', 'git log -1 -p', 'git show HEAD', 'git blame a.txt'].map(command => ({
        name: 'Bash',
        input: { command, timeout: 3_000 },
      })),
      { name: 'Grep', input: { pattern: 'needle' } },
      { name: 'Glob', input: { pattern: '**/*.txt' } },
      { name: 'Skill', input: { skill: 'trap' } },
    ],
  },
  'Done.',
]

/** A folder to fill, and a simulator that asks for all that there is. */
export function openVisit(): Promise<HeadlessKit> {
  return createHeadlessKit(createScriptModel([...CURIOUS]))
}

/** `antiphon -p` in a folder, in this process; then every command that reads the session that it left. */
export async function visitByCommands(
  kit: HeadlessKit,
  folder: string,
  argv: readonly string[] = [],
): Promise<Ran> {
  const env = { PATH: process.env.PATH ?? '', ...kit.env }
  const before = process.cwd()
  process.chdir(realpathSync(folder))
  try {
    const run = (words: readonly string[]) => within(words.join(' '), runHere(words, { env }))
    const talk = ['--output-format', 'stream-json', '--verbose', '--allowedTools', 'Skill', ...argv]
    const ran = await run(['-p', 'hello', ...talk])
    const session = /"session_id":"([^"]+)"/.exec(ran.stdout)?.[1] ?? ''
    for (const command of READING) {
      const words = command.map(word => (word === SESSION ? session : word))
      const { code, stderr } = await run(words)
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
    }
    return ran
  } finally {
    process.chdir(before)
  }
}

const SESSION = 'SESSION'

const READING: readonly (readonly string[])[] = [
  ['ls'],
  ['show', SESSION],
  ['api', SESSION],
  ['search', 'hello'],
  ['usage'],
  ['context', 'render', '--file', 'a.txt', '--prompt', 'hello'],
  ['doctor', '--all'],
  ['export', SESSION],
]

/** A window that opens a chat in the folder, asks what could be attached, and talks. */
export async function visitByWindow(kit: ChatKit, folder: string): Promise<void> {
  const page = await within('open', kit.open({ cwd: folder }))
  for (const query of ['', 'a', 'needle'])
    await within('context', kit.server().json(`/api/chat/context?chat=${page.opened.chat}&query=${query}`))
  await page.say('hello')
  await within('answer', page.until(isResult))
}

async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
