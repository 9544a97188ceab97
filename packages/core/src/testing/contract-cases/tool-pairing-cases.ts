import { assistant, type RuleCase, request, system, toolResult, toolUse, user } from './rule-case.ts'

const ASKED = user('a')

/** Calls and results: each has its other half, once, on the right side and in the right place. */
export const toolPairingCases: readonly RuleCase[] = [
  {
    rule: 'TUP-01',
    title: 'a call that the user answers with words',
    breaks: request([ASKED, assistant(toolUse('t')), user('b')]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), 'b')]),
    path: 'messages.1',
    message:
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t. ' +
      'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  },
  {
    rule: 'TUP-01',
    title: 'a call in the middle without a result',
    breaks: request([
      ASKED,
      assistant(toolUse('t1'), toolUse('t2')),
      user(toolResult('t1')),
      assistant('b'),
      user('c'),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t1')),
      assistant(toolUse('t2')),
      user(toolResult('t1')),
      user(toolResult('t2')),
      assistant('b'),
      user('c'),
    ]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-02',
    title: 'a result without a call',
    breaks: request([user(toolResult('t'), 'a')]),
    passes: request([user('a')]),
    path: 'messages.0.content.0',
    message:
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t. ' +
      'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  },
  {
    rule: 'TUP-02',
    title: 'a result that comes a turn too late',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('u')),
      user(toolResult('u'), toolResult('t')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('u')),
      user(toolResult('u')),
    ]),
    path: 'messages.4.content.1',
  },
  {
    rule: 'TUP-03',
    title: 'two results for one call',
    breaks: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t'), toolUse('u')), user(toolResult('t'), toolResult('u'))]),
    path: 'messages.2.content.1',
    message:
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: t',
  },
  {
    rule: 'TUP-04',
    title: 'an id that a call of an earlier turn has',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('t')),
      user(toolResult('t')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('T')),
      user(toolResult('T')),
    ]),
    path: 'messages.3.content.0',
    message: 'messages.3.content.0: `tool_use` ids must be unique',
  },
  {
    rule: 'TUP-05',
    title: 'a call by the user',
    breaks: request([user('a', toolUse('t'))]),
    passes: request([user('a')]),
    path: 'messages.0.content.1',
    message: 'messages.0: `tool_use` blocks can only be in `assistant` messages',
  },
  {
    rule: 'TUP-06',
    title: 'a result by the assistant',
    breaks: request([ASKED, assistant('b', toolResult('t')), user('c')]),
    passes: request([ASKED, assistant('b', toolUse('t')), user(toolResult('t'), 'c')]),
    path: 'messages.1.content.1',
    message: 'messages.1: `tool_result` blocks can only be in `user` messages',
  },
  {
    rule: 'TUP-14',
    title: 'words before the result',
    breaks: request([ASKED, assistant(toolUse('t')), user('b', toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), 'b')]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-14',
    title: 'words between two results',
    breaks: request([
      ASKED,
      assistant(toolUse('t'), toolUse('u')),
      user(toolResult('t'), 'b'),
      user(toolResult('u')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t'), toolUse('u')),
      user(toolResult('t')),
      user(toolResult('u'), 'b'),
    ]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-15',
    title: 'a system message between a call and its result',
    breaks: request([ASKED, assistant(toolUse('t')), system('b'), user(toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t')), system('b')]),
    also: ['SYS-01', 'SYS-02'],
    path: 'messages.2',
  },
]
