import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { createReach } from '../access/reach.ts'
import { createOpenStreams } from '../body/open-streams.ts'
import { refuse } from '../guard/refusal.ts'
import { type Json, toJson, toJsonList, toJsonObject } from '../json/json.ts'
import type { Page, PlacedEntry } from '../protocol/log-protocol.ts'
import { type Answers, createAnswers } from './answers.ts'

function setUp(): { readonly api: Hono; readonly answers: Answers } {
  const api = new Hono()
  const gate = {
    refuseRole: () => null,
    pass: async () => ({ noteRefusal: async () => {} }),
    isStillIn: async () => true,
  }
  const callerOf = (): Caller => ({
    ...{ name: null, role: 'owner', by: 'link', address: '', grant: '' },
    reach: createReach(null, []),
  })
  return { api, answers: createAnswers(api, { streams: createOpenStreams({ limit: 1 }), gate, callerOf }) }
}

const PAGE: Page = { entries: [], from: 0, to: 0, end: 0, agentIds: [] }

describe('an answer', () => {
  it('is asked for with the question of its route, and is a value, JSON, nothing or a refusal', async () => {
    const { api, answers } = setUp()
    const asked: unknown[] = []
    answers.value('page', question => {
      asked.push(question)
      return question.after === undefined ? PAGE : toJson(PAGE)
    })
    answers.value('outline', () => refuse(404))
    answers.value('chat/close', question => {
      asked.push(question)
      return undefined
    })
    for (const path of ['/page?session=s&before=7&x=y', '/page?session=s&after=0'])
      expect(await (await api.request(path)).json()).toEqual(PAGE)
    expect((await api.request('/page?before=x')).status).toBe(400)
    expect((await api.request('/page', { method: 'POST' })).status).toBe(404)
    const outline = await api.request('/outline')
    expect([outline.status, await outline.json()]).toEqual([404, { error: 'There is nothing of that name.' }])
    const headers = { 'content-type': 'application/json' }
    const closed = await api.request('/chat/close', { method: 'POST', headers, body: '{"chat":"c","x":1}' })
    expect([closed.status, await closed.text()]).toEqual([204, ''])
    expect(closed.headers.get('cache-control')).toBe('no-store')
    expect(asked).toEqual([{ session: 's', before: 7 }, { session: 's', after: 0 }, { chat: 'c' }])
  })

  it('has the type that the table says', () => {
    const { answers } = setUp()
    const entries: readonly Json<PlacedEntry>[] = []
    // Only the compiler looks at these.
    const wrong = [
      // @ts-expect-error no such path
      () => answers.value('pages', () => PAGE),
      // @ts-expect-error answered by lines
      () => answers.value('sessions', () => PAGE),
      // @ts-expect-error no such field in the question
      () => answers.value('page', ({ seq }) => ({ ...PAGE, end: seq })),
      // @ts-expect-error a field of the answer is missing
      () => answers.value('page', () => ({ entries: [], from: 0, to: 0, end: 0 })),
      // @ts-expect-error JSON of something else
      () => answers.value('page', () => toJson('')),
      // @ts-expect-error a text is no JSON
      () => answers.value('page', () => '{}'),
      // @ts-expect-error a field is missing in what is put together
      (): Json<Page> => toJsonObject({ from: 0, to: 0, end: 0 }, { entries: toJsonList(entries) }),
      // @ts-expect-error a field is of another type
      (): Json<Page> => toJsonObject({ ...PAGE, agentIds: [1] }, { entries: toJsonList(entries) }),
      (): Json<Page> =>
        toJsonObject({ from: 0, to: 0, end: 0, agentIds: ['a'] }, { entries: toJsonList(entries) }),
      () =>
        // @ts-expect-error events of another route
        answers.events('follow', async function* () {
          yield { data: toJson({ kind: 'gone', id: 'x' }) }
        }),
    ]
    expect(wrong).toHaveLength(10)
  })
})
