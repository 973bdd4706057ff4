import type {EmailTexts} from './en.ts';

export const zhCN: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] 重置密码`,
    title: '重置密码',
    text: (name) =>
      `有人请求重置你的账号 @${name} 的密码。请在 24 小时内使用此链接设置新密码。链接只能使用一次。`,
    button: '设置新密码',
    ignore: '如果不是你本人操作，请忽略此邮件。你的密码不会改变。',
  },
  emailVerification: {
    subject: (site) => `[${site}] 验证你的电子邮件地址`,
    title: '验证你的电子邮件地址',
    text: (name) => `请在 24 小时内使用此链接，确认此电子邮件地址属于你的账号 @${name}。`,
    button: '验证电子邮件地址',
    ignore: '如果你在那里没有账号，请忽略此邮件。',
  },
  missedMessages: {
    direct: (sender) => `来自 ${sender} 的私信`,
    group: (channel) => `群组消息：${channel}`,
    mention: (channel) => `在 ${channel} 中提到了你`,
    reply: (channel) => `${channel} 中的回复`,
    from: (senders) => `来自 ${senders} 的新消息`,
    several: '新消息',
    hidden: '打开即可查看内容。',
    files: (names) => `文件：${names}`,
    open: '查看消息',
    openThread: '查看话题',
    openAll: (site) => `打开 ${site}`,
    reason: '你离开期间错过的消息会通过邮件通知你。',
    unsubscribe: '不再接收此类邮件',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} 邀请你加入 ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} 邀请你加入 ${site} 上的团队 ${team}，与大家一起交流和工作。`,
    asGuest: (inviter, team, site) => `@${inviter} 邀请你以访客身份加入 ${site} 上的 ${team}。`,
    channels: (names) => `你可以参与以下频道：${names}。`,
    button: '加入团队',
    expiry: '链接在 48 小时内有效，只能使用一次。如果你不知道此邀请，请忽略此邮件。',
  },
  notices: {
    email_changed: {
      title: '你的电子邮件地址已更改',
      text: (name, detail) => `你的账号 @${name} 的电子邮件地址现在是 ${detail}。`,
    },
    password_changed: {
      title: '你的密码已更改',
      text: (name) => `你的账号 @${name} 的密码已更改。`,
    },
    username_changed: {
      title: '你的用户名已更改',
      text: (name, detail) => `你的账号 @${name} 的用户名现在是 @${detail}。`,
    },
    new_sign_in: {
      title: '你的账号有新的登录',
      text: (name, detail) => `有人在新设备上登录了你的账号 @${name}：${detail}。`,
    },
    token_created: {
      title: '已创建访问令牌',
      text: (name, detail) =>
        `已为你的账号 @${name} 创建访问令牌：${detail}。拥有该令牌的程序可以使用你的账号。`,
    },
    deactivated: {
      title: '你的账号已停用',
      text: (name) => `你的账号 @${name} 已停用。你无法再登录。`,
    },
    notYou: '如果不是你本人操作，请更改密码并联系管理员。',
  },
  test: {
    subject: (site) => `[${site}] 测试邮件`,
    title: '一切正常',
    text: '这是一封测试邮件。服务器的邮件设置正确。',
  },
  footer: (site, url) => `由 ${site} (${url}) 发送。`,
};
