import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { readPerson } from '../people/person.ts'
import { SentList, type SentListProps } from './sent-list.tsx'

const prompt = { uuid: 'u', text: 'Go\non', contexts: [] }

function list(props: Partial<SentListProps>) {
  const rest = { isRunning: false, isHolding: false, onRelease: () => undefined, onTakeBack: () => undefined }
  return draw(<SentList sent={[prompt]} {...rest} {...props} />)
}

describe('SentList', () => {
  it('is nothing where nothing waits', () => {
    expect(list({ sent: [] }).html).toBe('')
  })

  it('can be taken back only while it waits', () => {
    expect(list({}).each('li')).toEqual(['Sending… Go on'])
    expect(list({ isRunning: true }).each('li')).toEqual(['Waits Go on Take back'])
    expect(list({ isHolding: true }).each('button')).toEqual(['Send now', 'Take back'])
  })

  it('names whoever else said it', () => {
    const by = (id: string) => list({ sent: [{ ...prompt, author: { id, name: 'Ann' } }] }).each('li')
    expect(by('ann')).toEqual(['Sending… A Ann Go on'])
    expect(by(readPerson().id)).toEqual(['Sending… Go on'])
  })
})
