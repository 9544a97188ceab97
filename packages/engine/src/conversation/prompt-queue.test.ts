import { describe, expect, it } from 'vitest'
import { createPromptQueue } from './prompt-queue.ts'

describe('a queue of prompts', () => {
  it('keeps no prompt that could not be recorded, and those that could', async () => {
    let isFull = false
    const queue = createPromptQueue({
      now: () => 0,
      record: async () => {
        if (isFull) throw new Error('the disk is full')
      },
    })
    await queue.add('one')
    isFull = true
    await expect(queue.add('two')).rejects.toThrow('the disk is full')
    expect(queue.list().map(({ prompt }) => prompt)).toEqual(['one'])
  })
})
