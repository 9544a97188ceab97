import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { readPerson } from '../people/person.ts'
import { SentList, type SentListProps } from './sent-list.tsx'

const prompt = { uuid: 'u', text: 'Go\non', contexts: [] }

function list(props: Partial<SentListProps>) {
  const none = () => undefined
  const rest = {
    isRunning: false,
    isHolding: false,
    onRelease: none,
    onEdit: none,
    onRemove: none,
    onNow: none,
  }
  return draw(<SentList sent={[prompt]} {...rest} {...props} />)
}

describe('SentList', () => {
  it('is nothing where nothing waits', () => {
    expect(list({ sent: [] }).html).toBe('')
  })

  it('can be changed only while it waits, and be heard now where a turn runs', () => {
    const names = (props: Partial<SentListProps>) => list(props).attributes('button', 'aria-label')
    expect(list({}).each('li')).toEqual(['Sending… Go on'])
    expect(names({})).toEqual([])
    expect(names({ isRunning: true })).toEqual(['Edit queued message', 'Send now', 'Remove from queue'])
    expect(list({ isHolding: true }).each('button')[0]).toBe('Send now')
    expect(names({ isHolding: true })).toEqual(['Edit queued message', 'Remove from queue'])
  })

  it('names whoever else said it', () => {
    const by = (id: string) => list({ sent: [{ ...prompt, author: { id, name: 'Ann' } }] }).each('li')
    expect(by('ann')).toEqual(['Sending… A Ann Go on'])
    expect(by(readPerson().id)).toEqual(['Sending… Go on'])
  })
})
