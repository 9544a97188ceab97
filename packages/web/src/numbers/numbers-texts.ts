/** The texts of this part of the page. */
export type NumbersTexts = {
  readonly title: string
}

export const NUMBERS_ENGLISH: NumbersTexts = {
  title: 'Numbers',
}

export const NUMBERS_CHINESE: NumbersTexts = {
  title: '数字',
}
