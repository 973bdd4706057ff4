import type {EmailTexts} from './en.ts';

export const ptBR: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Redefina sua senha`,
    title: 'Redefina sua senha',
    text: (name) =>
      `Alguém pediu para redefinir a senha da sua conta @${name}. Para definir uma nova, use este link nas próximas 24 horas. Ele funciona uma única vez.`,
    button: 'Definir uma nova senha',
    ignore: 'Se não foi você, ignore este e-mail. Sua senha continua a mesma.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verifique seu endereço de e-mail`,
    title: 'Verifique seu endereço de e-mail',
    text: (name) =>
      `Para confirmar que este endereço pertence à sua conta @${name}, use este link nas próximas 24 horas.`,
    button: 'Verificar endereço de e-mail',
    ignore: 'Se você não tem uma conta lá, ignore este e-mail.',
  },
  missedMessages: {
    direct: (sender) => `Mensagem direta de ${sender}`,
    group: (channel) => `Mensagem em grupo: ${channel}`,
    mention: (channel) => `Menção em ${channel}`,
    reply: (channel) => `Resposta em ${channel}`,
    from: (senders) => `Novas mensagens de ${senders}`,
    several: 'Novas mensagens',
    hidden: 'Abra-as para ler.',
    files: (names) => `Arquivos: ${names}`,
    open: 'Ver mensagem',
    openThread: 'Ver conversa',
    openAll: (site) => `Abrir ${site}`,
    reason: 'Você recebe e-mails sobre as mensagens que não vê enquanto está ausente.',
    unsubscribe: 'Parar de receber estes e-mails',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} convidou você para ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} convidou você para participar da equipe ${team} no ${site}, onde as pessoas conversam e trabalham juntas.`,
    asGuest: (inviter, team, site) => `@${inviter} convidou você para ${team} no ${site} como convidado.`,
    channels: (names) => `Você pode participar destes canais: ${names}.`,
    button: 'Entrar na equipe',
    expiry:
      'O link funciona uma única vez, por 48 horas. Se você não esperava este convite, ignore este e-mail.',
  },
  notices: {
    email_changed: {
      title: 'Seu endereço de e-mail foi alterado',
      text: (name, detail) => `O endereço de e-mail da sua conta @${name} agora é ${detail}.`,
    },
    password_changed: {
      title: 'Sua senha foi alterada',
      text: (name) => `A senha da sua conta @${name} foi alterada.`,
    },
    username_changed: {
      title: 'Seu nome de usuário foi alterado',
      text: (name, detail) => `Sua conta @${name} agora tem o nome de usuário @${detail}.`,
    },
    new_sign_in: {
      title: 'Novo login na sua conta',
      text: (name, detail) => `Alguém entrou na sua conta @${name} em um novo dispositivo: ${detail}.`,
    },
    token_created: {
      title: 'Um token de acesso foi criado',
      text: (name, detail) =>
        `Um token de acesso foi criado para sua conta @${name}: ${detail}. Programas que o possuem podem usar sua conta.`,
    },
    deactivated: {
      title: 'Sua conta foi desativada',
      text: (name) => `Sua conta @${name} foi desativada. Você não pode mais entrar.`,
    },
    notYou: 'Se não foi você, altere sua senha e entre em contato com o administrador.',
  },
  test: {
    subject: (site) => `[${site}] E-mail de teste`,
    title: 'Funciona',
    text: 'Este é um e-mail de teste. As configurações de e-mail do servidor estão corretas.',
  },
  footer: (site, url) => `Enviado por ${site} (${url}).`,
};
