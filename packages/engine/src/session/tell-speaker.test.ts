import { createAttachmentMessage, createHumanOrigin, createUserMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { tellSpeaker } from './tell-speaker.ts'

const ann = createHumanOrigin({ id: 'a', name: 'Ann' })
const ben = createHumanOrigin({ id: 'b', name: 'Ben' })
const said = createUserMessage({ content: 'go', origin: ann })

describe('tellSpeaker', () => {
  it('tells that another person speaks than before', () => {
    expect(tellSpeaker(ben, [said, createUserMessage({ content: 'a result' })])).toMatchObject([
      { attachment: { type: 'peer_prompt', origin: ben, previous: ann.author } },
    ])
    const queued = createAttachmentMessage({ type: 'queued_command', prompt: 'also', origin: ben })
    expect(tellSpeaker(ann, [said, queued])).toMatchObject([{ attachment: { previous: ben.author } }])
  })

  it('tells nothing of one who goes on, of the first, and of those without a name', () => {
    expect(tellSpeaker(ann, [said])).toEqual([])
    expect(tellSpeaker(ann, [])).toEqual([])
    expect(tellSpeaker({ kind: 'human' }, [said])).toEqual([])
    expect(tellSpeaker(undefined, [said])).toEqual([])
    expect(tellSpeaker(ben, [createUserMessage({ content: 'go' })])).toEqual([])
  })
})
