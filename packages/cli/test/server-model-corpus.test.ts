import { writeFileSync } from 'node:fs'
import type { ApiRequest } from '@antiphon/contract'
import {
  type ApiViewMessage,
  buildConversation,
  decodeLines,
  getMessagesAfterCompactBoundary,
  normalizeMessagesForAPI,
} from '@antiphon/core'
import { isTranscriptEntry, readMessageId, toLocatedEntries } from '@antiphon/core/log'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { createFileStore } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { REPAIRS_ENGLISH } from '../../web/src/language/repair-texts.ts'
import { computeApiReport } from '../src/request/compute-api-report.ts'
import { KEY, setUpModelKit, wordsOf } from './model-kit.ts'

const { tree, write, viewAt, requestAt } = setUpModelKit()

function toRequest(view: readonly ApiViewMessage[]): Pick<ApiRequest, 'messages'> {
  return { messages: view.map(({ message }) => ({ role: message.role, content: message.content })) }
}

describe('real sessions', () => {
  it('are seen at their end as `antiphon api` sees them', async () => {
    for (const name of CORPUS) {
      const bytes = readCorpus(name)
      if (bytes.length > 400_000) continue
      writeFileSync(write(''), bytes)
      const { entries, offsets } = toLocatedEntries(decodeLines(bytes).filter(line => line.kind === 'entry'))
      const report = computeApiReport(buildConversation(entries, { offsets }))
      expect([name, await requestAt()]).toEqual([name, JSON.parse(JSON.stringify(report.request))])
      const { repairs, unsent, strayRepairs, violationCount } = await viewAt()
      const counted = [...repairs, ...unsent].reduce((sum, { count }) => sum + count, 0)
      expect([name, counted]).toEqual([name, report.repairs.length])
      for (const { rule } of [...repairs, ...unsent]) expect(REPAIRS_ENGLISH).toHaveProperty(rule)
      expect([name, violationCount]).toEqual([name, report.violations.request.length])
      expect([name, strayRepairs.filter(({ action }) => action === 'inserted')]).toEqual([name, []])
    }
  })

  it('are seen at any place as their prefix is', async () => {
    for (const name of CORPUS.slice(0, 40)) {
      const bytes = readCorpus(name)
      if (bytes.length > 300_000) continue
      writeFileSync(write(''), bytes)
      const { entries, offsets } = toLocatedEntries(decodeLines(bytes).filter(line => line.kind === 'entry'))
      const prompts = entries.flatMap((entry, index) =>
        isTranscriptEntry(entry) && entry.type === 'user' && typeof entry.message?.content === 'string'
          ? [index]
          : [],
      )
      for (const index of [prompts.at(0), prompts.at(prompts.length >> 1), prompts.at(-1)]) {
        const entry = index === undefined ? undefined : entries[index]
        if (index === undefined || !entry || !('uuid' in entry) || typeof entry.uuid !== 'string') continue
        const prefix = buildConversation(entries.slice(0, index + 1), { leafUuid: entry.uuid as never })
        const live = getMessagesAfterCompactBoundary(prefix.messages)
        const request = await requestAt(`&seq=${offsets[index]}`)
        const normalized = normalizeMessagesForAPI(live, [], { model: request.model })
        expect([name, index, wordsOf(request)]).toEqual([name, index, wordsOf(toRequest(normalized))])
      }
    }
  })

  it('are seen at any answer as all that was said before it', async () => {
    let checked = 0
    for (const name of CORPUS) {
      const bytes = readCorpus(name)
      if (bytes.length > 150_000) continue
      writeFileSync(write(''), bytes)
      const { entries, offsets } = toLocatedEntries(decodeLines(bytes).filter(line => line.kind === 'entry'))
      const uuids = new Map(entries.map((entry, index) => ['uuid' in entry ? entry.uuid : index, index]))
      const answers = entries.flatMap((entry, index) => (entry.type === 'assistant' ? [index] : []))
      for (const index of [answers.at(0), answers.at(answers.length >> 1), answers.at(-1)]) {
        const asked = entries[index ?? -1]
        const id = asked && readMessageId(asked)
        const first = entries[entries.findIndex(entry => id !== undefined && readMessageId(entry) === id)]
        const parent = first && 'parentUuid' in first ? first.parentUuid : null
        const before = uuids.get(parent ?? 'none')
        // Some fixtures have one id for all answers.
        if (index === undefined || before === undefined || !id?.startsWith('msg_')) continue
        const prefix = buildConversation(entries.slice(0, before + 1), { leafUuid: parent as never })
        const live = getMessagesAfterCompactBoundary(prefix.messages)
        const request = await requestAt(`&seq=${offsets[index]}`)
        const normalized = normalizeMessagesForAPI(live, [], { model: request.model })
        expect([name, index, wordsOf(request)]).toEqual([name, index, wordsOf(toRequest(normalized))])
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(40)
  })

  it('name for every stored prompt the message that holds its words', async () => {
    let checked = 0
    for (const name of CORPUS.slice(0, 60)) {
      const bytes = readCorpus(name)
      if (bytes.length > 200_000) continue
      writeFileSync(write(''), bytes)
      const { messages } = await viewAt()
      for await (const item of createFileStore({ root: tree().root }).read(KEY)) {
        if (item.kind !== 'entry' || item.entry.type !== 'user' || !('uuid' in item.entry)) continue
        const { uuid, message } = item.entry as { uuid: string; message?: { content?: unknown } }
        const holder = messages.find(({ sources }) => sources.some(source => source.uuid === uuid))
        if (
          !holder ||
          typeof message?.content !== 'string' ||
          message.content.trim() === '' ||
          message.content.length > 2000
        )
          continue
        expect([name, uuid, wordsOf({ messages: [holder] })[0]]).toEqual([
          name,
          uuid,
          expect.stringContaining(message.content),
        ])
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(20)
  })
})
