/** The texts of the switches of steps. */
export type StepTexts = {
  readonly title: string
  readonly explain: string
  readonly without: string
  readonly order: string
  readonly first: string
  readonly second: string
  readonly asUsual: string
  readonly reset: string
  readonly changed: (messages: number) => string
  readonly same: string
  readonly tooLate: (step: string) => string
}

export const STEPS_ENGLISH: StepTexts = {
  title: 'Try it without a step, or in another order',
  explain: 'Nothing is sent: this shows what a request would be, and which rule of the API would refuse it.',
  without: 'Steps, in their order',
  order: 'Order',
  first: 'Earlier',
  second: 'Later',
  asUsual: 'as usual',
  reset: 'Reset',
  changed: messages =>
    messages === 1
      ? '1 message is not as it is sent'
      : `${messages.toLocaleString('en')} messages are not as they are sent`,
  same: 'the request is the same',
  tooLate: step => `${step} finds nothing to do there and has no effect.`,
}

export const STEPS_CHINESE: StepTexts = {
  title: '试试去掉某个步骤，或换一种顺序',
  explain: '不会发送任何内容：这里显示请求会变成什么样，以及 API 会按哪条规则拒绝它。',
  without: '步骤（按顺序）',
  order: '顺序',
  first: '先',
  second: '后',
  asUsual: '照常',
  reset: '重置',
  changed: messages => `${messages.toLocaleString('en')} 条消息与实际发送的不同`,
  same: '请求没有变化',
  tooLate: step => `${step} 在那里无事可做，没有作用。`,
}
