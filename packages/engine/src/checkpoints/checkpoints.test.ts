import { expect, it } from 'vitest'
import { wantsCheckpoints } from './checkpoints.ts'

const [ASK, STOP] = ['CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING', 'CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING']

it.each([
  ['a person has them', true, { env: {}, isInteractive: true }],
  ['a person may switch them off', false, { env: {}, isInteractive: true, setting: false }],
  ['a program has none', false, { env: {}, isInteractive: false, setting: true }],
  ['a program may ask for them', true, { env: { [ASK]: 'true' }, isInteractive: false }],
  ['a program may ask with a number', true, { env: { [ASK]: '1' }, isInteractive: false }],
  ['a program may refuse them', false, { env: { [ASK]: 'false' }, isInteractive: false }],
  [
    'nobody has them where they are forbidden',
    false,
    { env: { [ASK]: '1', [STOP]: '1' }, isInteractive: true },
  ],
])('%s', (_, wanted, wish) => {
  expect(wantsCheckpoints(wish)).toBe(wanted)
})
