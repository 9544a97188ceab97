import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { exchange } from '@antiphon/transcript/testing/session-tree'

/** Where the long line of a log stands, and how long it is. */
export type LongLine = { readonly seq: number; readonly bytes: number }

/**
 * Writes a session whose third message is a line of about so many bytes, laid out as Claude Code does: its text first, its
 * uuid at the end. Never holds the line.
 */
export function writeLongLine(path: string, bytes: number): LongLine {
  const file = openSync(path, 'w')
  try {
    const [prompt, answer] = exchange('first')
    for (const entry of [prompt, answer]) writeSync(file, `${JSON.stringify(entry)}\n`)
    const seq = statSync(path).size
    const [said, answered] = exchange('long')
    const words = { ...said, parentUuid: 'first-a', message: { role: 'user', content: '<words>' } }
    const [head = '', tail = ''] = JSON.stringify(words).split('<words>')
    writeSync(file, head)
    const piece = 'many words '.repeat(100_000)
    for (let left = bytes; left > 0; left -= piece.length) writeSync(file, piece.slice(0, left))
    writeSync(file, `${tail}\n`)
    const end = statSync(path).size
    writeSync(file, `${JSON.stringify(answered)}\n`)
    const [last, lastAnswer] = exchange('last')
    for (const entry of [{ ...last, parentUuid: 'long-a' }, lastAnswer])
      writeSync(file, `${JSON.stringify(entry)}\n`)
    return { seq, bytes: end - seq }
  } finally {
    closeSync(file)
  }
}
