import type { Entry } from '@antiphon/core'
import {
  type BadLogLine,
  createLineDecoder,
  isRecordEntry,
  isTranscriptEntry,
  type LogLine,
} from '@antiphon/core/log'
import { stripControl } from '@antiphon/core/ui'
import type { DamagedStretch } from '@antiphon/transcript'
import { ProgramError } from '../program-error.ts'
import { describeContent } from './describe-content.ts'
import { type InputIo, inputName, openInput } from './open-input.ts'

/** A session as it was stored: what could be read, and where what could not be read lies. */
export type LoadedSession = {
  readonly name: string
  readonly entries: readonly Entry[]
  /** The place of each entry in the file. */
  readonly offsets: readonly number[]
  readonly damage: readonly DamagedStretch[]
  /** Where entries lie with bytes that are no text: they are read with U+FFFD in their place. */
  readonly invalidTexts?: readonly number[]
}

/** Reads a session line by line; holds its entries, and of its bytes no more than one line. */
export async function readSession(file: string, io: InputIo): Promise<LoadedSession> {
  const name = inputName(file)
  const decoder = createLineDecoder()
  const entries: Entry[] = []
  const offsets: number[] = []
  const damage: DamagedStretch[] = []
  const invalidTexts: number[] = []
  let head: Uint8Array = new Uint8Array(0)
  let isInLongLine = false

  function take(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (line.kind === 'entry') {
        entries.push(line.entry)
        offsets.push(line.offset)
        if (line.hasInvalidText) invalidTexts.push(line.offset)
      } else if (line.kind === 'bad') noteDamage(line)
    }
  }

  /** A line that is too long comes in pieces, and is one. */
  function noteDamage({ reason, offset, length, raw }: BadLogLine): void {
    const last = damage.at(-1)
    if (isInLongLine && last) damage[damage.length - 1] = { ...last, length: last.length + length }
    else damage.push({ reason, offset, length })
    isInLongLine = (isInLongLine || reason === 'too-long') && raw.at(-1) !== NEWLINE
  }

  for await (const chunk of openInput(file, io)) {
    if (head.length === 0) head = chunk.slice(0, HEAD_BYTES)
    take(decoder.push(chunk))
  }
  take(decoder.end())
  if (head.length === 0) throw new ProgramError('unreadable', `${name} is empty.`)
  refuseWhatIsNoSession({ name, entries }, head)
  return { name, entries, offsets, damage, invalidTexts }
}

const HEAD_BYTES = 512
const NEWLINE = 0x0a

function refuseWhatIsNoSession(
  { name, entries }: Pick<LoadedSession, 'name' | 'entries'>,
  head: Uint8Array,
): void {
  if (entries.some(entry => isTranscriptEntry(entry) || isRecordEntry(entry))) return
  if (entries.length === 0) {
    const look = describeContent(head)
    throw new ProgramError(
      'unreadable',
      `${name} is no session: there is no JSON object on any line; it looks like ${look}.`,
    )
  }
  throw new ProgramError(
    'unreadable',
    `${name} is no session: it is JSON Lines, but no line is a message; the first has ${describeKeys(entries[0])}.`,
  )
}

function describeKeys(entry: Entry | undefined): string {
  const keys = Object.keys(entry ?? {}).slice(0, 5)
  return keys.length === 0 ? 'no fields' : `the fields ${keys.map(key => stripControl(key)).join(', ')}`
}
