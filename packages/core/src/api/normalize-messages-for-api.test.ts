import { describe, expect, it } from 'vitest'
import {
  answer,
  attachment,
  call,
  localCommand,
  log,
  result,
  text,
  user,
} from '../testing/history-builder.ts'
import { normalizeLog, rulesOf } from '../testing/normalize-log.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

describe('normalizeMessagesForAPI: the types of seed 001', () => {
  it('merges neighbours that speak as the user, whatever they were', () => {
    const { messages } = normalizeLog(
      log(user('one'), localCommand('$ ls'), attachment({ type: 'memory', content: 'tabs' }), user('four')),
    )
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          text('one'),
          text('$ ls'),
          { type: 'text', text: expect.stringContaining('tabs') },
          text('four'),
        ],
      },
    ])
  })

  it('tells which log message each message of the view came from', () => {
    const view = normalizeMessagesForAPI(log(user('meta', { isMeta: true }), user('said'), answer('m', 'x')))
    expect(view[0]).toMatchObject({ uuid: '00000001-0000-4000-8000-000000000000' })
    expect(view[0]).not.toHaveProperty('isMeta')
    expect(new Set(view.map(({ uuid }) => uuid)).size).toBe(view.length)
  })

  it('works without tools, without options and without a listener', () => {
    expect(normalizeMessagesForAPI(log(user('a')))).toHaveLength(1)
  })

  it('marks a reply as meta only where everything in it is', () => {
    const meta = user('a', { isMeta: true })
    expect(normalizeMessagesForAPI(log(meta, attachment({ type: 'memory', content: 'x' })))[0]).toMatchObject(
      {
        isMeta: true,
      },
    )
  })
})

describe('normalizeMessagesForAPI: thinking after a repair', () => {
  const history = log(
    user('a'),
    answer('m1', [call('t')]),
    user('b'),
    answer('m2', [{ type: 'thinking', thinking: 'x', signature: 's' }, text('c')]),
    user('d'),
  )

  it('goes, where the model checks what came before it', () => {
    expect(rulesOf(normalizeLog(history, { model: 'claude-opus-5-5' }).repairs)).toEqual([
      'TUP-01 inserted',
      'THK-20 removed',
    ])
  })

  it('stays, where the repair was recorded before the request was sent', () => {
    const recorded = history.toSpliced(3, 0, {
      ...user([result('t', '[Tool result missing due to internal error]', { is_error: true })]),
      uuid: 'recorded',
    })
    const { repairs, messages } = normalizeLog(recorded)
    expect(rulesOf(repairs)).toEqual(['TUP-14 moved'])
    expect(JSON.stringify(messages)).toContain('"thinking"')
  })
})
