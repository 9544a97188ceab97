import { assistant, type RuleCase, request, THINKING, toolResult, toolUse, user } from './rule-case.ts'

const PREFILL_MODEL = { model: 'claude-haiku-4-5' }

export const roleCases: readonly RuleCase[] = [
  {
    rule: 'ROL-01',
    title: 'an assistant who speaks first, on a strict target',
    breaks: request([assistant('a'), user('b')]),
    passes: request([assistant('a'), user('b')]),
    passesTarget: { strict: false },
    path: 'messages.0',
    message: 'messages: first message must use the "user" role',
  },
  {
    rule: 'ROL-01',
    title: 'an assistant who speaks first on a platform that always refuses it',
    breaks: request([assistant('a'), user('b')]),
    passes: request([user('a')]),
    target: { strict: false, platform: 'bedrock' },
    path: 'messages.0',
  },
  {
    rule: 'ROL-01',
    title: 'an assistant who speaks first with anything but what the API compacted',
    breaks: request([assistant('a'), user('b')]),
    passes: request([assistant({ type: 'compaction', content: 'a', signature: 's' }), user('b')]),
    target: { betas: ['compact-2026-09-04'] },
    path: 'messages.0',
  },
  {
    rule: 'ROL-02',
    title: 'neighbours of one role where nobody merges them',
    breaks: request([user('a'), user('b')]),
    passes: request([user('a'), user('b')]),
    target: { platform: 'bedrock' },
    passesTarget: { platform: 'anthropic' },
    path: 'messages.1',
    message:
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
  },
  {
    rule: 'ROL-03',
    title: 'an answer to be continued on a model without prefill',
    breaks: request([user('a'), assistant('b')]),
    passes: request([user('a'), assistant('b')], PREFILL_MODEL),
    path: 'messages.1',
    message:
      'This model does not support assistant message prefill. The conversation must end with a user message.',
  },
  {
    rule: 'ROL-04',
    title: 'a prefill that ends with a blank',
    breaks: request([user('a'), assistant('b ')], PREFILL_MODEL),
    passes: request([user('a'), assistant('b ', 'c')], PREFILL_MODEL),
    path: 'messages.1.content.0',
    message: 'messages: final assistant content cannot end with trailing whitespace',
  },
  {
    rule: 'ROL-05',
    title: 'an answer that ends with thinking',
    breaks: request([user('a'), assistant('b', THINKING), user('c')]),
    passes: request([user('a'), assistant(THINKING, 'b'), user('c')]),
    path: 'messages.1.content.1',
    message: 'messages.1: The final block in an assistant message cannot be `thinking`.',
  },
  {
    rule: 'ROL-05',
    title: 'an answer whose last message is only thinking',
    breaks: request([user('a'), assistant('b'), assistant(THINKING), user('c')]),
    passes: request([user('a'), assistant(THINKING), assistant('b'), user('c')]),
    path: 'messages.2.content.0',
  },
  {
    rule: 'ROL-06',
    title: 'a call at the very end',
    breaks: request([user('a'), assistant(toolUse('t1'), toolUse('t2'))]),
    passes: request([
      user('a'),
      assistant(toolUse('t1'), toolUse('t2')),
      user(toolResult('t2'), toolResult('t1')),
    ]),
    path: 'messages.1',
    message:
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1, t2. ' +
      'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  },
  {
    rule: 'ROL-06',
    title: 'a call at the end of which only the other one has a result yet',
    breaks: request([user('a'), assistant(toolUse('t1'), toolUse('t2')), user(toolResult('t1'))]),
    passes: request([
      user('a'),
      assistant(toolUse('t1'), toolUse('t2')),
      user(toolResult('t1')),
      user(toolResult('t2')),
    ]),
    path: 'messages.1',
  },
]
