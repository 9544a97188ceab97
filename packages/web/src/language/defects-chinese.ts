/** What kinds of defects are called and mean, by kind. */
export type DefectTexts = Readonly<Record<string, { readonly label: string; readonly sentence: string }>>

/** The explanations of the transcript's doctor in Chinese. */
export const DEFECTS_CHINESE: DefectTexts = {
  torn: defect('断行', '写入被中断，只剩条目的开头；读取时会跳过，修复会将其从文件中删除。'),
  nul: defect('零字节', '崩溃在应有内容处留下了零；读取时会跳过，修复会将其从文件中删除。'),
  'invalid-text': defect(
    '不是文本的字节',
    '条目中有不是 UTF-8 的字节；读取时以 U+FFFD 代替，修复会写入该字符。原来的字节保留在备份中。',
  ),
  'not-utf8': defect('不是 UTF-8', '这一行的字节不是文本，无法读取；读取时会跳过，修复会将其从文件中删除。'),
  'not-json': defect('不是 JSON', '这段文本不是 JSON，不含条目；读取时会跳过，修复会将其从文件中删除。'),
  'not-object': defect(
    '不是对象',
    '这是 JSON 但不是对象，因此不是条目；读取时会跳过，修复会将其从文件中删除。',
  ),
  'too-long': defect(
    '行太长',
    '这一行长得程序无法作为文本保存；读取时会跳过，修复会保留它，因为它可能是完整的。',
  ),
  glued: defect('条目粘连', '两个条目之间缺少换行；我们能读出两者，其他程序会丢失，修复会让它们各占一行。'),
  'byte-order-mark': defect(
    '字节顺序标记',
    '编辑器在条目前加了看不见的标记；我们会忽略，其他程序会出错，修复会去掉它。',
  ),
  'blank-line': defect('空行', '这一行没有内容；读取时会跳过，修复会将其从文件中删除。'),
  'no-final-newline': defect(
    '末尾没有换行',
    '最后一个条目完整，但行未结束；之后追加的内容会粘在后面，修复会补上换行。',
  ),
  'carriage-return': defect(
    '行以 CR LF 结束',
    '这些行按 Windows 的方式结束；所有程序都视其为空白，修复会保留。',
  ),
  'no-uuid': defect('消息没有 uuid', '一条消息没有标识；读取时按位置给它一个，修复会把它写下来。'),
  'duplicate-entry': defect('条目重复', '同一条目写了两次；读取时取第一个，修复只保留它。'),
  'conflicting-entry': defect(
    '条目有两个版本',
    '一个条目以不同字段又写了一次；读取时取更完整的，修复只保留它。',
  ),
  'uuid-collision': defect(
    'uuid 已被占用',
    '另一条消息有相同的 uuid；读取时给后者一个新的，并让其后的消息跟随它，修复会写下来。',
  ),
  'unlinked-entry': defect(
    '消息没有链接',
    '一条消息没有说明跟在谁后面；读取时放在文件中前一条之后，修复会写下来。',
  ),
  'dangling-parent': defect(
    '父消息不存在',
    '一条消息跟在从未写入或被截掉的消息之后：真实文件中多半是一个回答的最后几句。读取时放在前一条之后，修复会写下来，缺的仍然缺。',
  ),
  'dangling-logical-parent': defect(
    '压缩指向未知消息',
    '一次压缩指向从未写入的消息；读取时放在文件中前一条之后，修复会写下来。',
  ),
  'lost-root': defect(
    '回答或结果没有父消息',
    '一个回答或结果自称是对话的开头，这不可能；读取时放在前一条之后，修复会写下来。',
  ),
  'self-parent': defect('消息跟随自己', '一条消息把自己当作父消息；读取时放在前一条之后，修复会写下来。'),
  'parent-cycle': defect('父消息成环', '消息互相跟随成环；在文件进入环的地方切断，修复会写下来。'),
  'preserved-segment': defect(
    '找不到保留的消息',
    '一次压缩说它保留了一些消息，但文件中不全；它们留在压缩之前，修复无法找回。',
  ),
  'several-sessions': defect(
    '多个会话',
    '文件中有多个会话的消息；继续时取最新的，其他的是分支，修复会保留。',
  ),
  'stored-progress': defect(
    '存储的进度',
    '旧版本存储了工具运行时显示的内容；它只占空间，从不发送，修复会保留。',
  ),
  'open-call': defect(
    '末尾的调用没有结果',
    '会话在工具结束前结束；继续时以错误回答该调用，修复会记录这个回答，使其不变。',
  ),
  'unpaired-call': defect(
    '调用没有结果',
    '调用了工具，但对话没有等结果就继续了；每次继续都以同样的错误回答，修复会保留原样，因为模型从未读过该回答。',
  ),
  'orphan-result': defect('结果没有调用', '一个结果回答了不存在的调用；每次继续都作为文本发送，修复会保留。'),
  'duplicate-result': defect(
    '调用有第二个结果',
    '一个调用被回答了两次；每次继续都把第二个作为文本发送，修复会保留。',
  ),
  'bad-call': defect(
    'API 拒绝的调用',
    '调用的 id、名称或输入不是 API 接受的；每次继续都发送可接受的，修复会保留原文。',
  ),
  'unpaired-server-call': defect(
    'API 自有工具的调用没有结果',
    'API 自有工具的调用与其结果不匹配；每次继续都发送能发送的，修复会保留。',
  ),
  'refused-media': defect(
    '被拒绝的图片或文档',
    'API 会拒绝这个图片或文档；每次继续都以说明代替，修复会保留原件，它仍值得一看。',
  ),
  'blank-text': defect('空白文本', '模型常写下没有文字的文本；继续时不需要它，修复会保留原处。'),
  'unsigned-thinking': defect(
    '没有签名的思考',
    '流在思考签名前中断，API 会拒绝；每次继续都略去，修复会保留原处。',
  ),
  'withheld-thinking': defect(
    '不能发送的思考',
    '思考与其模型及之前的一切绑定；换模型后难免如此，每次继续都略去不再匹配的，修复会保留原处。',
  ),
  'lone-surrogate': defect(
    '半个字符',
    '文本在字符中间被切断，API 会拒绝；每次继续都以符号代替，修复会保留。',
  ),
  'unreadable-content': defect(
    '形状未知的内容',
    '一条消息含有 API 不理解的内容；每次继续都作为说明发送，修复会保留。',
  ),
  'misplaced-block': defect(
    '内容块位置不对',
    '一个内容块位于 API 不接受之处；每次继续都移动或略去，修复会保留。',
  ),
  'missing-turn': defect(
    '缺少一轮',
    'API 要求人和模型轮流发言，这里缺了一轮；每次继续都补上几个字；没有丢失，修复会保留空缺。',
  ),
  'too-large': defect('超出一次请求', '对话比 API 接受的更大；每次继续都削减最旧或最大的部分，修复会保留。'),
  'other-repair': defect('违反 API 规则', 'API 会拒绝现存的样子；每次继续都会修补，修复会保留。'),
  'distant-call': defect(
    '上下文之外的调用没有结果',
    '上次压缩之前、其他分支或子代理的调用没有结果；不会被发送，修复会保留。',
  ),
  'distant-result': defect(
    '上下文之外的结果没有调用',
    '上次压缩之前、其他分支或子代理的结果没有调用；不会被发送，修复会保留。',
  ),
}

function defect(label: string, sentence: string): DefectTexts[string] {
  return { label, sentence }
}
