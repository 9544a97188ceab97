import { checkApiContract, isObject } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedHistory } from '../testing/arbitrary-damage.ts'
import { buildApiRequest } from './build-api-request.ts'
import { createApiView } from './create-api-view.ts'
import { createSource } from './exchange.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { isPaused } from './open-exchange.ts'

const TOOLS = [{ name: 'Read', aliases: ['Old'] }, { name: 'Bash' }]
const API_TOOLS = TOOLS.map(({ name }) => ({ name, input_schema: { type: 'object' } }))
const TARGET = { model: 'claude-opus-5-5' }
const RUNS = { numRuns: 1000 }

type Edited = {
  readonly before: readonly unknown[]
  readonly boundary: unknown
  readonly after: readonly unknown[]
}

/** A history that somebody damaged, with an edit of some of its results and messages in the middle. */
const arbitraryEdited: fc.Arbitrary<Edited> = fc
  .record({
    history: arbitraryDamagedHistory,
    place: fc.nat(),
    picks: fc.infiniteStream(fc.boolean()),
    snips: fc.boolean(),
  })
  .map(({ history, place, picks, snips }) => {
    const at = history.length === 0 ? 0 : place % (history.length + 1)
    const before = history.slice(0, at)
    const pick = <T>(items: readonly T[]): readonly T[] => items.filter(() => picks.next().value === true)
    return {
      before,
      boundary: snips ? snip(pick(uuidsOf(before))) : clear(pick(resultsOf(before))),
      after: history.slice(at),
    }
  })

function snip(removedUuids: readonly unknown[]): object {
  return { type: 'system', subtype: 'snip_boundary', uuid: 'edit', snipMetadata: { removedUuids } }
}

function clear(compactedToolIds: readonly unknown[]): object {
  return {
    type: 'system',
    subtype: 'microcompact_boundary',
    uuid: 'edit',
    microcompactMetadata: { compactedToolIds },
  }
}

function uuidsOf(history: readonly unknown[]): readonly unknown[] {
  return history.flatMap(message => (isObject(message) ? [message.uuid] : []))
}

function resultsOf(history: readonly unknown[]): readonly unknown[] {
  return history.flatMap(message => {
    const content = isObject(message) && isObject(message.message) ? message.message.content : []
    return Array.isArray(content)
      ? content.flatMap(block => (isObject(block) && block.type === 'tool_result' ? [block.tool_use_id] : []))
      : []
  })
}

function whole({ before, boundary, after }: Edited): readonly unknown[] {
  return [...before, boundary, ...after]
}

const normalize = (history: readonly unknown[], labels = false): readonly ApiViewMessage[] =>
  normalizeMessagesForAPI(history, TOOLS, { ...TARGET, labels })

function violations(messages: readonly ApiViewMessage[]): readonly unknown[] {
  const last = messages.at(-1)
  const pausedTurn = last?.type === 'assistant' && isPaused([createSource({ message: last.message }, 0)])
  return checkApiContract(buildApiRequest(messages, { ...TARGET, tools: API_TOOLS }), TARGET, { pausedTurn })
}

describe('a history with an edit in it', () => {
  it('makes a sendable request, with labels and without', () => {
    fc.assert(
      fc.property(arbitraryEdited, fc.boolean(), (edited, labels) => {
        expect(violations(normalize(whole(edited), labels))).toEqual([])
      }),
      RUNS,
    )
  })

  it('reads the same when it is taken one message at a time, rendered after each', () => {
    fc.assert(
      fc.property(arbitraryEdited, fc.boolean(), (edited, labels) => {
        const view = createApiView(TOOLS, { ...TARGET, labels })
        for (const message of whole(edited)) {
          view.append(message)
          view.messages()
        }
        expect(view.messages()).toEqual(normalize(whole(edited), labels))
      }),
      RUNS,
    )
  })

  it('says the same when the edit is made twice', () => {
    fc.assert(
      fc.property(arbitraryEdited, ({ before, boundary, after }) => {
        const again = { ...(boundary as object), uuid: 'again' }
        const said = (history: readonly unknown[]): unknown =>
          normalize(history).map(({ message }) => message)
        expect(said([...before, boundary, again, ...after])).toEqual(said([...before, boundary, ...after]))
      }),
      RUNS,
    )
  })

  it('keeps every call and every voice where it was', () => {
    fc.assert(
      fc.property(arbitraryEdited, ({ before, boundary }) => {
        const outline = (history: readonly unknown[]): readonly unknown[] =>
          normalize(history).flatMap(({ message }) =>
            (message.content as readonly { readonly type: string; readonly id?: string }[]).flatMap(block =>
              block.type === 'tool_use' ? [block.id] : [],
            ),
          )
        expect(outline([...before, boundary])).toEqual(outline(before))
      }),
      RUNS,
    )
  })

  it('is not edited by a boundary that names nothing of it', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, history => {
        expect(normalize([...history, clear(['toolu_nobody']), snip(['nobody']), clear([{}, null])])).toEqual(
          normalize(history),
        )
      }),
      RUNS,
    )
  })
})
