import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A `claude` that writes no log, holds no lease, and keeps what it was told. */
export type LeaselessClaude = {
  readonly path: string
  readonly args: () => readonly string[]
  /** The frames that it heard. */
  readonly heard: () => readonly Readonly<Record<string, unknown>>[]
}

/** Puts such a program into a folder. To each prompt it says the lines, and then a result. */
export function playLeaselessClaude(folder: string, lines: readonly string[] = []): LeaselessClaude {
  const path = join(folder, 'leaseless-claude')
  const notes = { args: `${path}.args`, heard: `${path}.heard` }
  writeFileSync(path, `#!${process.execPath}\n(${program})(${JSON.stringify({ ...notes, lines })})\n`)
  chmodSync(path, 0o755)
  const read = (file: string): readonly string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return {
    path,
    args: () => JSON.parse(read(notes.args)[0] ?? '[]'),
    heard: () => read(notes.heard).map(line => JSON.parse(line)),
  }
}

const program = `function ({ args, heard, lines }) {
  const { appendFileSync, writeFileSync } = require('node:fs')
  if (process.argv[2] === '--version') return console.log('2.1.325 (Claude Code)')
  writeFileSync(args, JSON.stringify(process.argv.slice(2)) + '\\n')
  require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
    appendFileSync(heard, line + '\\n')
    const frame = JSON.parse(line)
    if (frame.type === 'control_request')
      console.log(JSON.stringify({
        type: 'control_response',
        response: { subtype: 'success', request_id: frame.request_id, response: {} },
      }))
    if (frame.type !== 'user') return
    for (const one of lines) console.log(one)
    console.log(JSON.stringify({ type: 'result', subtype: 'success', result: 'Done.', is_error: false }))
  })
}`
