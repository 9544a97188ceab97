import { describe } from 'vitest'
import { testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

const TEXT = readSample('openhands/events-joined.jsonl').toString('utf8')
const EVENTS = TEXT.split('\n').filter(Boolean)
const FOLDER = '.openhands/conversations/11111111-2222-3333-4444-555555555555'

/** The last totals: what all of them come to. */
const TOTALS = EVENTS.findLast(event => event.includes('"key":"stats"')) ?? ''
const total = (field: string): number =>
  [...TOTALS.matchAll(new RegExp(`"accumulated_token_usage":\\{[^}]*?"${field}":(\\d+)`, 'g'))].reduce(
    (all, [, n]) => all + Number(n),
    0,
  )

describe('OpenHands', () => {
  testReader({
    agent: 'openhands',
    isAppended: false,
    samples: [
      {
        name: 'events',
        files: {
          [`${FOLDER}/base_state.json`]: readSample('openhands/base_state.json'),
          ...Object.fromEntries(
            EVENTS.map((event, index) => [
              `${FOLDER}/events/event-${String(index).padStart(5, '0')}-x.json`,
              event,
            ]),
          ),
        },
        counts: {
          calls: EVENTS.filter(event => event.includes('"kind":"ActionEvent"')).length,
          usage: {
            input: total('prompt_tokens') - total('cache_read_tokens') - total('cache_write_tokens'),
            cacheRead: total('cache_read_tokens'),
            cacheWrite: total('cache_write_tokens'),
            output: total('completion_tokens'),
          },
        },
      },
    ],
  })
})
