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
  missedMessages: {
    direct: (sender) => `${sender} からのダイレクトメッセージ`,
    group: (channel) => `グループメッセージ：${channel}`,
    mention: (channel) => `${channel} でのメンション`,
    reply: (channel) => `${channel} での返信`,
    from: (senders) => `${senders} からの新着メッセージ`,
    several: '新着メッセージ',
    hidden: '内容は開いて確認してください。',
    files: (names) => `ファイル：${names}`,
    open: 'メッセージを表示',
    openThread: 'スレッドを表示',
    openAll: (site) => `${site} を開く`,
    reason: '離席中に見逃したメッセージをメールでお知らせしています。',
    unsubscribe: 'このメールを停止',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} さんから ${team} への招待`,
    asMember: (inviter, team, site) =>
      `@${inviter} さんが、${site} のチーム ${team} にあなたを招待しました。チームで会話しながら一緒に作業できます。`,
    asGuest: (inviter, team, site) =>
      `@${inviter} さんが、${site} の ${team} にあなたをゲストとして招待しました。`,
    channels: (names) => `参加できるチャンネル：${names}`,
    button: 'チームに参加',
    expiry: 'リンクは48時間以内に1回だけ使用できます。心当たりがない場合は、このメールを無視してください。',
  },
  notices: {
    email_changed: {
      title: 'メールアドレスが変更されました',
      text: (name, detail) => `アカウント @${name} のメールアドレスは ${detail} に変更されました。`,
    },
    password_changed: {
      title: 'パスワードが変更されました',
      text: (name) => `アカウント @${name} のパスワードが変更されました。`,
    },
    username_changed: {
      title: 'ユーザー名が変更されました',
      text: (name, detail) => `アカウント @${name} のユーザー名は @${detail} に変更されました。`,
    },
    new_sign_in: {
      title: 'アカウントへの新しいサインイン',
      text: (name, detail) => `新しいデバイスからアカウント @${name} へのサインインがありました：${detail}`,
    },
    token_created: {
      title: 'アクセストークンが作成されました',
      text: (name, detail) =>
        `アカウント @${name} のアクセストークンが作成されました：${detail}。このトークンを持つプログラムは、あなたのアカウントを使用できます。`,
    },
    deactivated: {
      title: 'アカウントが無効化されました',
      text: (name) => `アカウント @${name} は無効化されました。今後はサインインできません。`,
    },
    notYou: '心当たりがない場合は、パスワードを変更し、管理者に連絡してください。',
  },
  test: {
    subject: (site) => `[${site}] テストメール`,
    title: '正常に動作しています',
    text: 'これはテストメールです。サーバーのメール設定は正しく機能しています。',
  },
  footer: (site, url) => `${site} (${url}) から送信されました。`,
};
