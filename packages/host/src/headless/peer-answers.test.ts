import type { WireEvent } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createHost } from './host.ts'
import { createPeerAnswers } from './peer-answers.ts'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }
const deed = { behavior: 'allow', toolName: 'Bash', toolUseId: 'toolu_1' } as const

function set(): { readonly peers: ReturnType<typeof createPeerAnswers>; readonly sent: WireEvent[] } {
  const sent: WireEvent[] = []
  const peers = createPeerAnswers(createHost(async event => void sent.push(event)))
  peers.name('s')
  return { peers, sent }
}

describe('the answers of peers', () => {
  it('are told to the model and to the host, with the one whose prompt it was', () => {
    const { peers, sent } = set()
    peers.begin(ann)
    expect(peers.tell({ status: 'answered', response: {}, author: ben }, deed)).toMatchObject([
      {
        attachment: { type: 'peer_answer', origin: { author: ben }, toolUseID: 'toolu_1', promptAuthor: ann },
      },
    ])
    expect(sent).toMatchObject([
      { subtype: 'peer_answer', behavior: 'allow', tool_name: 'Bash', session_id: 's' },
    ])
  })

  it('are told where nobody knows whose prompt it was', () => {
    const { peers } = set()
    const [message] = peers.tell({ status: 'answered', response: {}, author: ben }, deed)
    expect(message).toMatchObject({ attachment: { origin: { author: ben } } })
    expect(message).not.toHaveProperty('attachment.promptAuthor')
  })

  it('are none where the prompt’s author answered, nobody is named, or nobody answered', () => {
    const { peers, sent } = set()
    peers.begin(ann)
    expect(peers.tell({ status: 'answered', response: {}, author: { ...ann, name: 'Anna' } }, deed)).toEqual(
      [],
    )
    expect(peers.tell({ status: 'answered', response: {} }, deed)).toEqual([])
    expect(peers.tell({ status: 'gone' }, deed)).toEqual([])
    expect(sent).toEqual([])
  })
})
