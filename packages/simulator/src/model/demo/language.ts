/** A language that the demo speaks. */
export type Language = 'en' | 'zh'

/** One thing said in both. */
export type Texts = Readonly<Record<Language, string>>

/** Chinese where a Chinese character stands, else English. */
export function detectLanguage(text: string): Language {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}
