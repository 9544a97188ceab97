import { isObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { buildConversation } from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import { buildPersonView } from './build-view.ts'
import { createPersonView } from './create-person-view.ts'
import { readContentBlocks } from './message-content.ts'
import { normalizeMessages } from './normalize-messages.ts'
import { readPersonView } from './read-person-view.ts'
import { reorderMessagesInUI } from './reorder-messages-in-ui.ts'
import { buildToolStories } from './tool-story.ts'

describe('the corpus', () => {
  it('holds transcripts', () => {
    expect(CORPUS.length).toBeGreaterThan(0)
  })

  it.each(CORPUS)(
    '%s: splits into parts of one block with uuids of their own, and reorders without loss',
    file => {
      const parts = normalizeMessages(readLog(file))
      expect(new Set(parts.map(part => part.uuid)).size).toBe(parts.length)
      for (const part of parts)
        if (part.type === 'user' || part.type === 'assistant') expect(part.message.content).toHaveLength(1)
      const ordered = reorderMessagesInUI(parts)
      expect(ordered).toHaveLength(parts.length)
      expect(new Set(ordered)).toEqual(new Set(parts))
    },
  )

  it.each(CORPUS)('%s: tells every call exactly once', file => {
    const log = readLog(file)
    const told = buildToolStories(log).map(story => story.id)
    expect(told.toSorted()).toEqual([...callIds(log)].toSorted())
    expect(() => JSON.stringify(buildPersonView(log))).not.toThrow()
  })

  it.each(CORPUS)('%s: reads the same while it grows, and closes what is over', file => {
    const log = readLog(file).slice(0, 800) as unknown as readonly Entry[]
    const view = createPersonView()
    let most = 0
    for (const [seq, entry] of log.entries()) {
      view.append(entry, { seq })
      if (seq % 100 === 0) most = Math.max(most, view.open().entries)
    }
    const items = view.items().map(({ item }) => item)
    expect(JSON.stringify(items)).toBe(JSON.stringify(readPersonView(buildConversation(log))))
    expect(most).toBeLessThan(600)
  })
})

function readLog(file: string): Message[] {
  const lines = readCorpus(file).toString('utf8').split('\n')
  // Foreign lines are part of the test.
  return lines.flatMap(line => parse(line) as Message[])
}

function parse(line: string): unknown[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

function callIds(log: readonly unknown[]): Set<string> {
  const messages = log.flatMap(value => [value, ...nestedMessages(value)])
  const spoken = messages.filter(value => isObject(value) && value.type === 'assistant')
  const calls = spoken.flatMap(readContentBlocks).filter(block => block.type === 'tool_use')
  return new Set(calls.map(block => block.id ?? ''))
}

function nestedMessages(value: unknown): unknown[] {
  if (!isObject(value) || value.type !== 'progress' || !isObject(value.data)) return []
  const { message, normalizedMessages } = value.data
  return [message, ...(Array.isArray(normalizedMessages) ? normalizedMessages : [])]
}
