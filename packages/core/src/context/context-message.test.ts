import { describe, expect, it } from 'vitest'
import type { ContextReference } from '../message/context-reference.ts'
import { createUserMessageWithContext } from './context-message.ts'
import { parseContext } from './parse-context.ts'

// The example of seed 000; uuid and sessionId belong to the entry in the log.
const SEED_EXAMPLE = {
  type: 'user',
  message: {
    role: 'user',
    content: [
      {
        type: 'text',
        text: '> **上下文资料**\n> \n> - 📄 `build.gradle.kts`\n> - 📄 `src/main/kotlin/Main.kt`\n\n请帮我分析这两个文件的关系',
      },
    ],
  },
  contexts: [
    {
      type: 'FileReference',
      path: 'build.gradle.kts',
      fullPath: '/Users/user/project/build.gradle.kts',
      displayType: 'TAG',
    },
    {
      type: 'FileReference',
      path: 'src/main/kotlin/Main.kt',
      fullPath: '/Users/user/project/src/main/kotlin/Main.kt',
      displayType: 'TAG',
    },
  ] satisfies readonly ContextReference[],
}

describe('createUserMessageWithContext', () => {
  it("writes the seed's example", () => {
    const { uuid, timestamp, ...message } = createUserMessageWithContext(
      '请帮我分析这两个文件的关系',
      SEED_EXAMPLE.contexts,
    )
    expect(message).toEqual(SEED_EXAMPLE)
    expect([uuid, timestamp].every(value => value.length > 0)).toBe(true)
  })

  it("writes text from which the seed's example is read again", () => {
    expect(parseContext(SEED_EXAMPLE.message.content[0]!.text)).toEqual({
      references: SEED_EXAMPLE.contexts.map(({ fullPath, ...shown }) => shown),
      text: '请帮我分析这两个文件的关系',
    })
  })

  it('is a plain message without references', () => {
    const message = createUserMessageWithContext('hello', [])
    expect(message.message.content).toEqual([{ type: 'text', text: 'hello' }])
    expect(message).not.toHaveProperty('contexts')
  })

  it('is never empty', () => {
    expect(createUserMessageWithContext('', []).message.content).toBe('[no content]')
  })
})
