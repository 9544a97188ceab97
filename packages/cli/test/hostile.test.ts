import { buildConversation, type Entry, type WireEvent } from '@antiphon/core'
import type { LoadedSession } from '@antiphon/host'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeApiReport } from '../src/request/compute-api-report.ts'
import { formatRepairs, formatViolations } from '../src/request/format-findings.ts'
import { formatRequestOutline } from '../src/request/format-request-outline.ts'
import { computeSessionView } from '../src/show/compute-session-view.ts'
import { formatSession } from '../src/show/format-session.ts'
import { createStreamView } from '../src/stream-json/stream-view.ts'
import { textWidth } from '../src/terminal/text-width.ts'
import { plainScreen } from './plain-screen.ts'

const WIDTH = 60
const screen = plainScreen(WIDTH)
const runs = { numRuns: 2000 }

const nasty = fc.constantFrom(
  '',
  'a',
  '\u001b[2J',
  '\u009b31m',
  '\u0000',
  '\r',
  '\n\n',
  '\t',
  '\ud800',
  '灯塔',
  '👩‍🚀',
  '\u202e',
  'constructor',
  '- x',
  '```',
)
const text = fc.array(nasty, { maxLength: 8 }).map(parts => parts.join(''))
const scalar: fc.Arbitrary<unknown> = fc.oneof(text, fc.constantFrom(null, 0, -1, 1e308, true, [], {}))
const blockType = fc.constantFrom(
  'text',
  'tool_use',
  'tool_result',
  'thinking',
  'image',
  'server_tool_use',
  'web_search_tool_result',
  'odd',
  '\u001b[1m',
)
const id = fc.constantFrom('t1', 't2', '', 'constructor')

const block: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: scalar },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        type: blockType,
        id,
        tool_use_id: id,
        name: fc.oneof(text, fc.constantFrom('Bash', 'Task', 'Read', 'TodoWrite')),
        text: scalar,
        thinking: scalar,
        input: scalar,
        source: scalar,
        content: fc.oneof(scalar, fc.array(fc.record({ type: blockType, text: scalar }), { maxLength: 2 })),
        is_error: scalar,
      },
      { requiredKeys: ['type'] },
    ),
  },
)

const entry: fc.Arbitrary<unknown> = fc.record(
  {
    type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'progress', 'summary', 'odd'),
    subtype: fc.oneof(
      scalar,
      fc.constantFrom('init', 'api_error', 'compact_boundary', 'local_command', 'api_retry', 'task_progress'),
    ),
    uuid: fc.constantFrom('u1', 'u2', 'u3', 'u4', 5),
    parentUuid: fc.constantFrom(null, 'u1', 'u2', 'u3', 'gone'),
    isSidechain: fc.boolean(),
    isMeta: fc.boolean(),
    isVirtual: fc.boolean(),
    timestamp: fc.oneof(scalar, fc.constant('2026-11-14T08:00:00.000Z')),
    cwd: scalar,
    message: fc.oneof(
      scalar,
      fc.record(
        {
          id: scalar,
          role: fc.constantFrom('user', 'assistant'),
          model: scalar,
          usage: scalar,
          content: fc.oneof(text, fc.array(block, { maxLength: 3 })),
        },
        { requiredKeys: ['role'] },
      ),
    ),
    attachment: fc.oneof(
      scalar,
      fc.record({ type: fc.oneof(text, fc.constantFrom('file', 'queued_command')), content: scalar }),
    ),
    data: scalar,
    content: scalar,
    parent_tool_use_id: fc.oneof(id, fc.constant(null)),
    event: fc.oneof(
      scalar,
      fc.record({
        type: fc.constant('content_block_delta'),
        delta: fc.record({ type: fc.constant('text_delta'), text }),
      }),
    ),
  },
  { requiredKeys: ['type'] },
)

function expectPrintable(lines: readonly string[]): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(Math.max(0, ...lines.map(textWidth))).toBeLessThanOrEqual(WIDTH)
}

describe('whatever a file holds', () => {
  it('can be shown, in the width of the screen and without control characters', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.boolean(), (values, isAll) => {
        const entries = values as readonly Entry[]
        const file: LoadedSession = { name: 'x', entries, offsets: [], damage: [] }
        const view = computeSessionView(file, { isAll })
        expectPrintable([...formatSession(view, { hasWholeThinking: isAll }, screen)])
      }),
      runs,
    )
  })

  it('can be sent, and told', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), values => {
        const report = computeApiReport(buildConversation(values as readonly Entry[]), {
          model: 'claude-opus-5-5',
        })
        expect(report.violations.request).toEqual([])
        expectPrintable([
          ...formatRequestOutline(report.request, screen),
          ...formatRepairs(report.repairs, screen),
          ...formatViolations(report, screen),
        ])
      }),
      runs,
    )
  })
})

describe('whatever a stream holds', () => {
  it('can be watched, in the width of the screen and without control characters', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), values => {
        const view = createStreamView({ screen: () => screen, isLive: false, now: () => 0 })
        const written = values.map(value => view.event(value as WireEvent)).join('') + view.end()
        expectPrintable(written.split('\n'))
      }),
      runs,
    )
  })
})
