import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AcpJudge, createAcpJudge } from './acp-judge.ts'
import { EXECUTABLE } from './spawn-antiphon.ts'

const place = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Names agents of the protocol in a person's settings: the example, one that wants a login, and our own `antiphon acp`; all that is said is written down. */
export function nameAcpPrograms(
  home: string,
  own: Readonly<Record<string, string>>,
): { readonly judge: (name: 'example' | 'self') => AcpJudge } {
  const folder = join(home, '.antiphon')
  mkdirSync(folder, { recursive: true })
  const file = (name: string): string => join(home, `${name}.frames`)
  const tapped = (name: string, ...words: string[]) => ({
    command: process.execPath,
    args: [place('acp-tap.mjs'), file(name), process.execPath, ...words],
  })
  writeFileSync(
    join(folder, 'agents.json'),
    JSON.stringify({
      example: tapped('example', place('acp-example-agent.mjs')),
      locked: { command: process.execPath, args: [place('acp-example-agent.mjs'), 'locked'] },
      self: { ...tapped('self', EXECUTABLE, 'acp'), env: own },
    }),
  )
  return {
    judge(name) {
      const judge = createAcpJudge()
      for (const record of readFileSync(file(name), 'utf8').split('\n').filter(Boolean)) {
        const { side, line } = JSON.parse(record)
        judge.take(side, JSON.parse(line))
      }
      return judge
    },
  }
}
