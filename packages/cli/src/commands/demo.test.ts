import { readFileSync } from 'node:fs'
import { isObject } from '@antiphon/contract'
import {
  BLOCKS_BY_MESSAGE_TYPE,
  buildConversation,
  decodeLines,
  type Entry,
  INTERRUPT_MESSAGE,
  type SystemSubtype,
} from '@antiphon/core'
import { isUnknownEntry, toLocatedEntries } from '@antiphon/core/log'
import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { DEMO_FILE } from './demo.ts'

const bytes = readFileSync(DEMO_FILE)
const lines = decodeLines(bytes)
const entries: readonly Entry[] = toLocatedEntries(lines).entries
const fields = entries as readonly Readonly<Record<string, unknown>>[]
const objects = fields.flatMap(collectObjects)

function collectObjects(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(collectObjects)
  return isObject(value) ? [value, ...Object.values(value).flatMap(collectObjects)] : []
}

// A record, so that the compiler asks for a new subtype here. The demo has no tool that drops messages.
const SUBTYPES: Readonly<Record<Exclude<SystemSubtype, 'snip_boundary'>, true>> = {
  init: true,
  informational: true,
  local_command: true,
  permission_retry: true,
  bridge_status: true,
  scheduled_task_fire: true,
  stop_hook_summary: true,
  turn_duration: true,
  away_summary: true,
  memory_saved: true,
  agents_killed: true,
  api_metrics: true,
  api_error: true,
  compact_boundary: true,
  microcompact_boundary: true,
  model_refusal_fallback: true,
}

describe('the bundled session', () => {
  it.each(Object.keys(BLOCKS_BY_MESSAGE_TYPE))('has a message of type %s', type => {
    expect(fields.some(entry => entry.type === type)).toBe(true)
  })

  it.each(Object.keys(SUBTYPES))('has a system message of subtype %s', subtype => {
    expect(fields.some(entry => entry.type === 'system' && entry.subtype === subtype)).toBe(true)
  })

  it.each([...new Set([...Object.values(BLOCKS_BY_MESSAGE_TYPE).flat(), 'tool_reference', 'signal_flag'])])(
    'has a block of type %s',
    type => {
      expect(objects.some(object => object.type === type)).toBe(true)
    },
  )

  it('has the five uses of a user message, and one that is never sent', () => {
    const users = fields.filter(({ type }) => type === 'user')
    const text = (user: object) => JSON.stringify(user)
    expect(
      users.some(user => isObject(user.message) && typeof user.message.content === 'string' && !user.isMeta),
    ).toBe(true)
    expect(users.some(user => text(user).includes('"tool_result"'))).toBe(true)
    expect(users.some(user => user.isMeta === true)).toBe(true)
    expect(users.some(user => text(user).includes(INTERRUPT_MESSAGE))).toBe(true)
    expect(users.some(user => user.isCompactSummary === true)).toBe(true)
    expect(users.some(user => user.isVirtual === true)).toBe(true)
  })

  it.each(['summary', 'custom-title', 'queue-operation', 'file-history-snapshot', 'progress'])(
    'has a %s line',
    type => {
      expect(fields.some(entry => entry.type === type)).toBe(true)
    },
  )

  it('has one torn line, two glued entries and an entry that nobody knows', () => {
    const bad = lines.filter(line => line.kind === 'bad')
    expect(bad.map(({ reason }) => reason)).toEqual(['torn'])
    const newlines = bytes.filter(byte => byte === 0x0a).length
    expect(lines.length - newlines).toBe(1)
    expect(fields.filter(isUnknownEntry).map(({ type }) => type)).toContain('harbour-weather')
  })

  it('keeps a segment across its compaction', () => {
    const { messages, report } = buildConversation(entries)
    const summary = messages.findIndex(entry => 'isCompactSummary' in entry)
    expect(JSON.stringify(messages[summary + 1])).toContain('a test for midnight')
    expect(report.map(({ rule }) => rule)).toEqual(['dangling-parent'])
  })

  it('names no machine but the one of its story', () => {
    const paths = bytes.toString('utf8').match(/\/(?:home|Users|root|work)\/[\w.-]+/g) ?? []
    expect(new Set(paths)).toEqual(new Set(['/home/dev']))
  })
})

describe('antiphon demo', () => {
  it('shows the session, what would be sent of it, the repairs, and what to try next', async () => {
    const { code, stdout } = await runHere(['demo'])
    expect(code).toBe(0)
    const order = [
      'The lamp that was dark on the full hour',
      '› 好的，两处都请改。',
      'What antiphon api would send of it',
      '◆ cache',
      'changes between the log and the request',
      '1×  TUP-01          inserted',
      'As stored: the API would refuse it',
      'As sent: the API would accept it.',
      'antiphon ls',
      'antiphon stream',
    ]
    const places = order.map(words => stdout.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places.toSorted((one, other) => one - other)).toEqual(places)
  })
})
