import type {EmailTexts} from './en.ts';

export const ja: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] パスワードの再設定`,
    title: 'パスワードの再設定',
    text: (name) =>
      `アカウント @${name} のパスワードの再設定がリクエストされました。24時間以内に次のリンクから新しいパスワードを設定してください。リンクは1回だけ使用できます。`,
    button: '新しいパスワードを設定',
    ignore: '心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
  },
  emailVerification: {
    subject: (site) => `[${site}] メールアドレスの確認`,
    title: 'メールアドレスの確認',
    text: (name) =>
      `このメールアドレスがアカウント @${name} のものであることを確認するため、24時間以内に次のリンクを開いてください。`,
    button: 'メールアドレスを確認',
    ignore: 'アカウントをお持ちでない場合は、このメールを無視してください。',
  },
  test: {
    subject: (site) => `[${site}] テストメール`,
    title: '正常に動作しています',
    text: 'これはテストメールです。サーバーのメール設定は正しく機能しています。',
  },
  footer: (site, url) => `${site} (${url}) から送信されました。`,
};
