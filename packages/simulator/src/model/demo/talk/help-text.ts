import type { Language, Texts } from '../language/language.ts'
import type { Situation } from '../situation/situation.ts'
import { ALL_WISHES } from '../wishes/all-wishes.ts'

/** What the demo understands, by examples. */
export function helpText(language: Language): string {
  // The simple wishes come last in the list and first in the help.
  const examples = ALL_WISHES.toReversed().flatMap(({ example }) =>
    example ? [`- ${example[language]}`] : [],
  )
  const head: Texts = {
    en: 'I understand a handful of wishes; several of them may stand in one sentence:',
    zh: '我能听懂以下几种请求，一句话里可以有好几个：',
  }
  return `${head[language]}\n${examples.join('\n')}`
}

/** What to say to a wish that is none of these. */
export function notUnderstood({
  text,
  language,
  hasMedia,
}: Pick<Situation, 'text' | 'language' | 'hasMedia'>): string {
  const texts: Texts = {
    en: text === '' ? 'I have nothing to answer yet.' : 'I did not understand that: I am only a demo.',
    zh: text === '' ? '我还没有收到内容。' : '这句话我没听懂，我只是一个演示。',
  }
  const media: Texts = { en: ' Pictures and documents I cannot look at.', zh: '图片和文档我看不了。' }
  return `${texts[language]}${hasMedia ? media[language] : ''} ${helpText(language)}`
}
