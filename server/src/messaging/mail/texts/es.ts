import type {EmailTexts} from './en.ts';

export const es: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Restablece tu contraseña`,
    title: 'Restablece tu contraseña',
    text: (name) =>
      `Alguien pidió restablecer la contraseña de tu cuenta @${name}. Para establecer una nueva, usa este enlace en las próximas 24 horas. Funciona una sola vez.`,
    button: 'Establecer una contraseña nueva',
    ignore: 'Si no fuiste tú, ignora este correo. Tu contraseña sigue siendo la misma.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verifica tu correo electrónico`,
    title: 'Verifica tu correo electrónico',
    text: (name) =>
      `Para confirmar que esta dirección pertenece a tu cuenta @${name}, usa este enlace en las próximas 24 horas.`,
    button: 'Verificar el correo electrónico',
    ignore: 'Si no tienes una cuenta allí, ignora este correo.',
  },
  missedMessages: {
    direct: (sender) => `Mensaje directo de ${sender}`,
    group: (channel) => `Mensaje grupal: ${channel}`,
    mention: (channel) => `Mención en ${channel}`,
    reply: (channel) => `Respuesta en ${channel}`,
    from: (senders) => `Mensajes nuevos de ${senders}`,
    several: 'Mensajes nuevos',
    hidden: 'Ábrelos para leerlos.',
    files: (names) => `Archivos: ${names}`,
    open: 'Ver mensaje',
    openThread: 'Ver hilo',
    openAll: (site) => `Abrir ${site}`,
    reason: 'Recibes correos sobre los mensajes que te pierdes mientras no estás.',
    unsubscribe: 'Dejar de recibir estos correos',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} te invitó a ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} te invitó a unirte al equipo ${team} en ${site}, donde la gente conversa y trabaja en equipo.`,
    asGuest: (inviter, team, site) => `@${inviter} te invitó a ${team} en ${site} como invitado.`,
    channels: (names) => `Puedes participar en estos canales: ${names}.`,
    button: 'Unirse al equipo',
    expiry:
      'El enlace funciona una sola vez, durante 48 horas. Si no esperabas esta invitación, ignora este correo.',
  },
  notices: {
    email_changed: {
      title: 'Se cambió tu correo electrónico',
      text: (name, detail) => `El correo electrónico de tu cuenta @${name} ahora es ${detail}.`,
    },
    password_changed: {
      title: 'Se cambió tu contraseña',
      text: (name) => `Se cambió la contraseña de tu cuenta @${name}.`,
    },
    username_changed: {
      title: 'Se cambió tu nombre de usuario',
      text: (name, detail) => `Tu cuenta @${name} ahora tiene el nombre de usuario @${detail}.`,
    },
    new_sign_in: {
      title: 'Nuevo inicio de sesión en tu cuenta',
      text: (name, detail) =>
        `Alguien inició sesión en tu cuenta @${name} desde un dispositivo nuevo: ${detail}.`,
    },
    token_created: {
      title: 'Se creó un token de acceso',
      text: (name, detail) =>
        `Se creó un token de acceso para tu cuenta @${name}: ${detail}. Los programas que lo tengan pueden usar tu cuenta.`,
    },
    deactivated: {
      title: 'Se desactivó tu cuenta',
      text: (name) => `Se desactivó tu cuenta @${name}. Ya no puedes iniciar sesión.`,
    },
    notYou: 'Si no fuiste tú, cambia tu contraseña y contacta con tu administrador.',
  },
  test: {
    subject: (site) => `[${site}] Correo de prueba`,
    title: 'Funciona',
    text: 'Este es un correo de prueba. Los ajustes de correo del servidor son correctos.',
  },
  footer: (site, url) => `Enviado por ${site} (${url}).`,
};
