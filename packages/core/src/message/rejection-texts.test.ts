import { describe, expect, it } from 'vitest'
import {
  AUTO_MODE_REJECTION_PREFIX,
  buildDenialMessage,
  buildDontAskRejectionMessage,
  buildNobodyToAskMessage,
  buildPlanModeRejectionMessage,
  buildYoloRejectionMessage,
  DENIAL_WORKAROUND_GUIDANCE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from './rejection-texts.ts'
import { REJECT_MESSAGE } from './synthetic-texts.ts'

describe('DENIAL_WORKAROUND_GUIDANCE', () => {
  it.each([
    'IMPORTANT: You *may* attempt to accomplish this action using other tools that might naturally be used to accomplish this goal, e.g. using head instead of cat.',
    'But you *should not* attempt to work around this denial in malicious ways',
    'If you believe this capability is essential, STOP and explain to the user',
  ])('says: %s', sentence => {
    expect(DENIAL_WORKAROUND_GUIDANCE).toContain(sentence)
  })
})

describe('buildYoloRejectionMessage', () => {
  it('names the reason, sends the model on, guides it, and tells how a person can allow it, in this order', () => {
    const message = buildYoloRejectionMessage('it deletes the home directory')
    const head =
      `${AUTO_MODE_REJECTION_PREFIX}it deletes the home directory. ` +
      "If you have other tasks that don't depend on this action, continue working on those. " +
      `${DENIAL_WORKAROUND_GUIDANCE} `
    expect(message.slice(0, head.length)).toBe(head)
    expect(message.slice(head.length)).toMatch(/^To allow this .* permission rule .*\.$/)
  })

  it('keeps a reason as it is, with the characters that a replacement would read', () => {
    expect(buildYoloRejectionMessage('$& `$1` $$')).toContain('Reason: $& `$1` $$. If')
  })
})

describe('the other refusals', () => {
  it('tell what the person said where a rejection tells the model to stop', () => {
    expect(REJECT_MESSAGE_WITH_REASON_PREFIX).not.toContain('STOP')
    expect(REJECT_MESSAGE_WITH_REASON_PREFIX).toMatch(/the user said:\n$/)
    expect(REJECT_MESSAGE.startsWith(REJECT_MESSAGE_WITH_REASON_PREFIX.split(' To tell you')[0] ?? '')).toBe(
      true,
    )
  })

  it('do not speak of a person to a subagent, where nobody can be asked', () => {
    expect(SUBAGENT_REJECT_MESSAGE).toMatch(
      /^Permission for this tool use was denied\. The tool use was rejected/,
    )
    expect(SUBAGENT_REJECT_MESSAGE).not.toMatch(/wait for the user/)
    expect(SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX).toMatch(/The user said:\n$/)
  })

  it('name the tool that a rule refused', () => {
    expect(buildDenialMessage('Bash')).toBe(
      `Permission to use Bash has been denied. ${DENIAL_WORKAROUND_GUIDANCE}`,
    )
  })

  it('say why nobody was asked, and blame no person', () => {
    const messages = [
      buildNobodyToAskMessage('Bash', 'no rule allows make'),
      buildDontAskRejectionMessage('Bash', 'no rule allows make'),
      buildPlanModeRejectionMessage('Bash'),
    ]
    for (const message of messages) {
      expect(message).toMatch(/^Permission to use Bash has been denied because /)
      expect(message).not.toContain("The user doesn't want")
    }
    expect(messages[0]).toMatch(/nobody can be asked in this session.*Reason: no rule allows make\. /)
  })
})
