import { buildConversation } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { SAMPLE_SESSION } from '../../test/sample-session.ts'
import { weaveLog } from './weave-log.ts'

describe('weaveLog', () => {
  it('puts what a subagent did behind the message that the file has before it', () => {
    const woven = weaveLog(buildConversation(SAMPLE_SESSION.entries), SAMPLE_SESSION.entries)
    expect(woven.map(message => message.uuid)).toEqual(['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8', 'u9'])
  })
})
