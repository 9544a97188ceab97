import { describe, expect, it } from 'vitest'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import type { Conversation } from './build-conversation.ts'
import { isEntry } from './entry.ts'
import { createLineDecoder, decodeLines, encodeLines } from './line-codec.ts'
import { readToolResultIds, readToolUseIds } from './log-node.ts'
import { readLog } from './read-log.ts'
import { scanEntries } from './scan-entries.ts'
import { scanMessages } from './scan-messages.ts'
import { isTranscriptEntry } from './transcript-entry.ts'

describe('real logs', () => {
  it('are there', () => {
    expect(CORPUS.length).toBeGreaterThan(100)
  })

  it.each(CORPUS)('%s comes back byte for byte', name => {
    const bytes = read(name)
    expect(Buffer.compare(encodeLines(decodeLines(bytes)), bytes)).toBe(0)
    const decoder = createLineDecoder()
    const lines = []
    for (let start = 0; start < bytes.length; start += 65_536) {
      lines.push(...decoder.push(bytes.subarray(start, start + 65_536)))
    }
    expect(Buffer.compare(encodeLines([...lines, ...decoder.end()]), bytes)).toBe(0)
  })

  it.each(CORPUS)('%s is read as a conversation in which every message has a place', name => {
    const bytes = read(name)
    const given = decodeLines(bytes).filter(line => line.kind === 'entry' && isTranscriptEntry(line.entry))
    const conversation = readLog(bytes)
    const merged = conversation.report.filter(({ rule }) => MERGED.has(rule))
    const placed = listPlaced(conversation)
    expect(new Set(placed.map(({ uuid }) => uuid)).size).toBe(placed.length)
    expect(placed.length + merged.length).toBe(given.length)
    expect(findEarlyResults(conversation)).toEqual([])
  })

  it.each(CORPUS)('%s is scanned to what a full parse gives', name => {
    const bytes = read(name)
    const shown = decodeLines(bytes)
      .flatMap(line => (line.kind === 'entry' ? [line.entry as Readonly<Record<string, unknown>>] : []))
      .filter(({ type }) => type !== 'progress' && type !== 'file-history-snapshot')
      .map(({ toolUseResult: _, ...entry }) => entry)
    expect([...scanEntries(bytes)].map(({ entry }) => entry)).toEqual(shown)
    const words = shown.map(entry => ({
      uuid: entry.uuid,
      content: (isEntry(entry.message) ? (entry.message as Readonly<Record<string, unknown>>) : entry)
        .content,
    }))
    expect([...scanMessages(bytes)].map(({ uuid, content }) => ({ uuid, content }))).toEqual(words)
  })

  it('lose nothing of a session whose results came out of order', () => {
    const { messages, branches, report } = readLog(read('claude-2.1.325-parallel.jsonl.gz'))
    expect(messages).toHaveLength(20)
    expect({ branches, report }).toEqual({ branches: [], report: [] })
  })
})

const MERGED: ReadonlySet<string> = new Set(['duplicate-entry', 'conflicting-entry'])

function read(name: string): Uint8Array {
  return new Uint8Array(readCorpus(name))
}

function listPlaced({ messages, branches, sidechains, progress }: Conversation) {
  return [...messages, ...[...branches, ...sidechains].flatMap(part => part.messages), ...progress]
}

/** Results that stand before the call that they answer. */
function findEarlyResults({ messages }: Conversation): readonly string[] {
  const calls = new Set(messages.flatMap(readToolUseIds))
  const made = new Set<string>()
  return messages.flatMap(entry => {
    for (const id of readToolUseIds(entry)) made.add(id)
    return readToolResultIds(entry).filter(id => calls.has(id) && !made.has(id))
  })
}
