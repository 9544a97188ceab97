import type { HomeReport, ReportLine, SessionOutcome, SessionRow } from '@antiphon/server/protocol'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import { describe, expect, it } from 'vitest'
import { setUpServedTree } from './server-kit.ts'

const { tree, server } = setUpServedTree()

function answered(at: string, id: string): object {
  return {
    ...{
      type: 'assistant',
      uuid: id,
      parentUuid: null,
      sessionId: 's1',
      cwd: '/home/dev/tide',
      timestamp: at,
    },
    message: {
      ...{
        id,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-5',
        content: [{ type: 'text', text: 'Lit.' }],
      },
      usage: { input_tokens: 1000, output_tokens: 500 },
    },
  }
}

async function home(question = ''): Promise<HomeReport | undefined> {
  const lines = await server().lines<ReportLine<HomeReport>>(`/api/home${question}`)
  const last = lines.at(-1)
  return last?.kind === 'report' ? last.report : undefined
}

describe('the home of the window', () => {
  it('is told out of what is counted: days, today and the month', async () => {
    const now = new Date().toISOString()
    tree().write('-a/one.jsonl', [...exchange('Light.'), answered(now, 'm1'), answered(now, 'm2')])
    const report = await home('?timezone=UTC')
    expect(report).toMatchObject({ today: now.slice(0, 10), timeZone: 'UTC', limits: [] })
    expect(report?.days.at(-1)).toMatchObject({ day: now.slice(0, 10), sessions: 1 })
    expect(report?.spent.today.costUsd).toBeGreaterThan(0)
    expect(report?.spent.month.answers).toBe(report?.spent.today.answers)
  })
  it('has nothing to tell where there is nothing, and knows its zones', async () => {
    expect(await home()).toMatchObject({ days: [], limits: [], spent: { today: { answers: 0, costUsd: 0 } } })
    expect((await server().ask('/api/home?timezone=Nowhere')).status).toBe(400)
  })
  it('names a limit that was reached and holds', async () => {
    const at = new Date().toISOString()
    const text = `Claude AI usage limit reached|${Math.floor(Date.now() / 1000) + 3600}`
    const stopped = {
      ...answered(at, 'm3'),
      isApiErrorMessage: true,
      message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
    }
    tree().write('-a/two.jsonl', [...exchange('Light.'), stopped])
    expect((await home())?.limits).toMatchObject([{ window: 'five-hour', words: text }])
  })
  it('says how a session ended', async () => {
    tree().write('-a/one.jsonl', exchange('Light.'))
    const [row] = await server().lines<SessionRow>('/api/sessions')
    const outcome = await server().json<SessionOutcome>(`/api/home/outcome?session=${row?.id}`)
    expect(outcome).toMatchObject({ isFailed: false, changed: { files: 0 } })
    expect(outcome.words).not.toBe('')
    expect((await server().ask('/api/home/outcome?session=nobody')).status).toBe(404)
  })
})
