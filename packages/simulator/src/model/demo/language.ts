/** A language that the demo speaks. */
export type DemoLanguage = 'en' | 'zh'

/** One thing said in both. */
export type DemoTexts = Readonly<Record<DemoLanguage, string>>

/** Chinese where a Chinese character stands, else English. */
export function detectLanguage(text: string): DemoLanguage {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}
