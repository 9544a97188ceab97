import { assistant, type RuleCase, request, toolResult, toolUse, user } from './rule-case.ts'

const SHORT = { type: 'ephemeral' }
const LONG = { type: 'ephemeral', ttl: '1h' }

function marked(marker: unknown, text = 'a'): Record<string, unknown> {
  return { type: 'text', text, cache_control: marker }
}

export const cacheMarkerCases: readonly RuleCase[] = [
  {
    rule: 'EMP-05',
    title: 'a marker on an empty text',
    breaks: request([user('a', marked(SHORT, ''))]),
    passes: request([user('a', marked(SHORT))]),
    also: ['EMP-01'],
    path: 'messages.0.content.1',
    message: 'messages.0.content.1.text: cache_control cannot be set for empty text blocks',
  },
  {
    rule: 'EMP-05',
    title: 'a marker on an empty system prompt',
    breaks: request([user('a')], { system: [marked(SHORT, '')] }),
    passes: request([user('a')], { system: [marked(null)] }),
    also: ['EMP-03'],
    path: 'system.0',
    message: 'system.0: cache_control cannot be set for empty text blocks',
  },
  {
    rule: 'CAC-01',
    title: 'a fifth marker',
    breaks: request([user(marked(SHORT), marked(SHORT), marked(SHORT), marked(SHORT), marked(SHORT))]),
    passes: request([user(marked(SHORT), marked(SHORT), marked(SHORT), marked(SHORT), marked(null))]),
    path: 'messages.0.content.4.cache_control',
    message: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  },
  {
    rule: 'CAC-01',
    title: 'markers in tools, system, messages and results together',
    breaks: request(
      [
        user('a'),
        assistant(toolUse('t', { cache_control: SHORT })),
        user(toolResult('t', { cache_control: SHORT, content: [marked(SHORT)] })),
      ],
      {
        system: [marked(SHORT)],
        tools: [{ name: 'Read', input_schema: { type: 'object' }, cache_control: SHORT }],
      },
    ),
    passes: request(
      [
        user('a'),
        assistant(toolUse('t')),
        user(toolResult('t', { cache_control: SHORT, content: [marked(SHORT)] })),
      ],
      {
        system: [marked(SHORT)],
        tools: [{ name: 'Read', input_schema: { type: 'object' }, cache_control: SHORT }],
      },
    ),
    path: 'messages.2.content.0.cache_control',
  },
  {
    rule: 'CAC-03',
    title: 'a marker that lives a day',
    breaks: request([user(marked({ type: 'ephemeral', ttl: '1d' }))]),
    passes: request([user(marked({ type: 'ephemeral', ttl: '5m' }))]),
    path: 'messages.0.content.0.cache_control.ttl',
  },
  {
    rule: 'CAC-03',
    title: 'a marker that is not ephemeral',
    breaks: request([user(marked({ type: 'persistent' }))]),
    passes: request([user(marked(SHORT))]),
    path: 'messages.0.content.0.cache_control.type',
  },
  {
    rule: 'CAC-04',
    title: 'a longer-lived marker after a shorter-lived one',
    breaks: request([user(marked(LONG))], { system: [marked(SHORT)] }),
    passes: request([user(marked(SHORT))], { system: [marked(LONG)] }),
    path: 'messages.0.content.0.cache_control.ttl',
    message:
      "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' " +
      'cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.',
  },
  {
    rule: 'CAC-04',
    title: 'a longer-lived marker on a result whose content has a shorter-lived one',
    breaks: request([
      user('a'),
      assistant(toolUse('t')),
      user(toolResult('t', { cache_control: LONG, content: [marked(SHORT)] })),
    ]),
    passes: request([
      user('a'),
      assistant(toolUse('t')),
      user(toolResult('t', { cache_control: SHORT, content: [marked(LONG)] })),
    ]),
    path: 'messages.2.content.0.cache_control.ttl',
  },
  {
    rule: 'CAC-06',
    title: 'a marker with a scope',
    breaks: request([user(marked({ ...SHORT, scope: 'global' }))]),
    passes: request([user(marked(SHORT))]),
    path: 'messages.0.content.0.cache_control.scope',
    message: 'messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted',
  },
]
