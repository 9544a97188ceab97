import { assistant, document, type RuleCase, request, toolResult, toolUse, user } from './rule-case.ts'

function searchResult(content: readonly unknown[]): Record<string, unknown> {
  return { type: 'search_result', source: 'https://a', title: 'b', content }
}

export const emptyCases: readonly RuleCase[] = [
  {
    rule: 'EMP-01',
    title: 'a text without a character',
    breaks: request([user('a', '')]),
    passes: request([user('a', '.')]),
    path: 'messages.0.content.1',
    message: 'messages: text content blocks must be non-empty',
  },
  {
    rule: 'EMP-01',
    title: 'an empty text inside a result',
    breaks: request([
      user('a'),
      assistant(toolUse('t')),
      user(toolResult('t', { content: [{ type: 'text', text: '' }] })),
    ]),
    passes: request([user('a'), assistant(toolUse('t')), user(toolResult('t', { content: '' }))]),
    path: 'messages.2.content.0.content.0',
  },
  {
    rule: 'EMP-02',
    title: 'a text of nothing but whitespace',
    breaks: request([user('a'), assistant(' \n\t'), user('c')]),
    passes: request([user('a'), assistant(' \nb'), user('c')]),
    path: 'messages.1.content.0',
    message: 'messages: text content blocks must contain non-whitespace text',
  },
  {
    rule: 'EMP-02',
    title: 'a message that is a blank string',
    breaks: request([{ role: 'user', content: '  ' }]),
    passes: request([{ role: 'user', content: ' a ' }]),
    path: 'messages.0.content',
  },
  {
    rule: 'EMP-03',
    title: 'an empty block in the system prompt',
    breaks: request([user('a')], { system: [{ type: 'text', text: '' }] }),
    passes: request([user('a')], { system: [{ type: 'text', text: 'b' }] }),
    path: 'system.0',
    message: 'system: text content blocks must be non-empty',
  },
  {
    rule: 'EMP-03',
    title: 'a blank system prompt',
    breaks: request([user('a')], { system: '\n' }),
    passes: request([user('a')], { system: 'b\n' }),
    path: 'system',
    message: 'system: text content blocks must contain non-whitespace text',
  },
  {
    rule: 'EMP-04',
    title: 'an empty message of the user, however lenient the target',
    breaks: request([{ role: 'user', content: '' }]),
    passes: request([{ role: 'user', content: 'a' }]),
    target: { strict: false },
    path: 'messages.0',
    message: 'messages.0: user messages must have non-empty content',
  },
  {
    rule: 'EMP-04',
    title: 'a message without blocks, on a strict target',
    breaks: request([user('a'), assistant(), user('b')]),
    passes: request([user('a'), assistant(), user('b')]),
    passesTarget: { strict: false },
    path: 'messages.1',
    message:
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
  },
  {
    rule: 'EMP-04',
    title: 'an empty answer in the middle',
    breaks: request([user('a'), assistant(), user('b')], { model: 'claude-haiku-4-5' }),
    passes: request([user('a'), assistant()], { model: 'claude-haiku-4-5' }),
    path: 'messages.1',
  },
  {
    rule: 'EMP-07',
    title: 'a title that is too long',
    breaks: request([user(document(undefined, { title: 'x'.repeat(501) }))]),
    passes: request([user(document(undefined, { title: '😀'.repeat(500) }))]),
    path: 'messages.0.content.0.title',
    message: 'messages.0.content.0.document.title: String should have at most 500 characters',
  },
  {
    rule: 'EMP-07',
    title: 'an empty context',
    breaks: request([user(document(undefined, { context: '' }))]),
    passes: request([user(document(undefined, { context: null }))]),
    path: 'messages.0.content.0.context',
  },
  {
    rule: 'EMP-07',
    title: 'a search result without texts',
    breaks: request([user(searchResult([]))]),
    passes: request([user(searchResult([{ type: 'text', text: 'c' }]))]),
    path: 'messages.0.content.0.content',
  },
]
