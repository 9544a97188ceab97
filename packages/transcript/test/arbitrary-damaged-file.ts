import { isObject } from '@antiphon/contract'
import { type Entry, encodeEntry } from '@antiphon/core'
import { arbitraryDamagedHistory } from '@antiphon/core/testing/arbitrary-damage'
import { arbitraryDamagedLog, arbitraryLog } from '@antiphon/core/testing/arbitrary-log'
import fc from 'fast-check'

/** The lines of a session whose links, or whose content, may be broken in any way. */
const lines: fc.Arbitrary<readonly string[]> = fc.oneof(
  arbitraryLog.map(({ entries }) => entries.map(encodeEntry)),
  arbitraryDamagedLog.map(entries => entries.map(encodeAny)),
  arbitraryDamagedHistory.map(messages => messages.map(link).map(encodeAny)),
)

function encodeAny(entry: unknown): string {
  return isObject(entry) ? encodeEntry(entry as Entry) : `${JSON.stringify(entry)}\n`
}

/** A history as somebody stored it: each message behind the one before it. */
function link(message: unknown, index: number, messages: readonly unknown[]): unknown {
  const before = messages[index - 1]
  const parentUuid = isObject(before) ? before.uuid : null
  return isObject(message) ? { parentUuid, isSidechain: false, sessionId: 'session', ...message } : message
}

/** What a crash, a bad disk, an editor or a second writer does to the bytes of a line. */
type ByteDamage = (line: Uint8Array, at: number) => Uint8Array

const NEWLINE = 0x0a

const BYTE_DAMAGES: readonly ByteDamage[] = [
  // A torn line that the next writer ended, one that the next entry grew onto, and one whose beginning was lost.
  (line, at) => concat(line.subarray(0, at % line.length), '\n'),
  (line, at) => line.subarray(0, at % line.length),
  (line, at) => line.subarray(at % line.length),
  line => line.subarray(0, line.length - 1),
  line => concat(line.subarray(0, line.length - 1), '\r\n'),
  line => concat('\ufeff', line),
  line => concat(line, '\n  \n'),
  (line, at) => concat('\0'.repeat(1 + (at % 9)), line),
  (line, at) => concat(line.subarray(0, line.length - 1), '\0'.repeat(1 + (at % 9)), '\n'),
  (line, at) => line.map((byte, index) => (index === at % line.length && byte !== NEWLINE ? 0xff : byte)),
  line => concat('nonsense\n[1]\n"text"\n', line),
  line => concat(line, line),
  line => concat(line.subarray(0, line.length - 1), line),
]

function concat(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map(part => Buffer.from(part)))
}

const hits = fc.array(
  fc.record({ line: fc.nat(60), at: fc.nat(5000), damage: fc.constantFrom(...BYTE_DAMAGES) }),
  { maxLength: 5 },
)

/** The bytes of a session's file to which anything may have happened, in its bytes, its links and what was said. */
export const arbitraryDamagedFile: fc.Arbitrary<Uint8Array> = fc.tuple(lines, hits).map(([texts, blows]) => {
  const parts: Uint8Array[] = texts.map(text => Buffer.from(text))
  for (const { line, at, damage } of blows) {
    const index = parts.length === 0 ? 0 : line % parts.length
    const part = parts[index]
    if (part && part.length > 0) parts[index] = damage(part, at)
  }
  return concat(...parts)
})
