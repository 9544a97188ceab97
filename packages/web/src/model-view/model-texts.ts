/** The texts of this part of the page. */
export type ModelTexts = {
  readonly title: string
}

export const MODEL_ENGLISH: ModelTexts = {
  title: "Model's view",
}

export const MODEL_CHINESE: ModelTexts = {
  title: '模型视图',
}
