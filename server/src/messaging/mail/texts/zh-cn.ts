import type {EmailTexts} from './en.ts';

export const zhCN: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] 重置密码`,
    title: '重置密码',
    text: (name) =>
      `有人请求重置您的账号 @${name} 的密码。请在 24 小时内使用此链接设置新密码。链接只能使用一次。`,
    button: '设置新密码',
    ignore: '如果不是您本人操作，请忽略此邮件。您的密码不会改变。',
  },
  emailVerification: {
    subject: (site) => `[${site}] 验证您的邮箱地址`,
    title: '验证您的邮箱地址',
    text: (name) => `请在 24 小时内使用此链接，确认此邮箱地址属于您的账号 @${name}。`,
    button: '验证邮箱地址',
    ignore: '如果您在那里没有账号，请忽略此邮件。',
  },
  test: {
    subject: (site) => `[${site}] 测试邮件`,
    title: '一切正常',
    text: '这是一封测试邮件。服务器的邮件设置正确。',
  },
  footer: (site, url) => `由 ${site} (${url}) 发送。`,
};
